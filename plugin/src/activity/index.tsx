// Mounts the screen "Activity".
import { mount } from '../screen/mount.tsx';
import { ActivityScreen } from './ActivityScreen.tsx';

mount('activity', <ActivityScreen />);
