// The block "art-id" in the editor.
import { RedDotPanel } from '../RedDot.tsx';
import { registerServerBlock } from '../register.tsx';
import metadata from './block.json';

registerServerBlock(metadata, { Sidebar: RedDotPanel });
