// `npm run docs [-- FOLDER]`: builds the guide from docs/, by default where a server that runs from this repository finds it.
import { join, resolve } from 'node:path';
import { buildGuide } from './docs/guide.ts';

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../registry-server/guide'));
buildGuide(target);
console.log(`The guide is in ${target}: open index.html, or /guide/ of the registry.`);
