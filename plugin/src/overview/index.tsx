// Mounts the screen "Overview".
import { mount } from '../screen/mount.tsx';
import { OverviewScreen } from './OverviewScreen.tsx';

mount('overview', <OverviewScreen />);
