// Mounts the screen "Artworks".
import { mount } from '../screen/mount.tsx';
import { ArtworksScreen } from './ArtworksScreen.tsx';

mount('artworks', <ArtworksScreen />);
