// Mounts the screen "Fields".
import { mount } from '../screen/mount.tsx';
import { FieldsScreen } from './FieldsScreen.tsx';
import './fields.css';

mount('fields', <FieldsScreen />);
