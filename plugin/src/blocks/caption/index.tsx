// The block "caption" in the editor.
import { registerServerBlock } from '../register.tsx';
import metadata from './block.json';

registerServerBlock(metadata);
