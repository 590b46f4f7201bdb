// Mounts the screen "Connect".
import { mount } from '../screen/mount.tsx';
import './connect.css';
import { Wizard } from './Wizard.tsx';

mount('connect', <Wizard />);
