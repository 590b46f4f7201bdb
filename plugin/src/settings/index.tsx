// Mounts the screen "Settings".
import { mount } from '../screen/mount.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

mount('settings', <SettingsScreen />);
