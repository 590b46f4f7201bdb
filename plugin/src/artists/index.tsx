// Mounts the screen "Artists".
import { mount } from '../screen/mount.tsx';
import './artists.css';
import { ArtistsScreen } from './ArtistsScreen.tsx';

mount('artists', <ArtistsScreen />);
