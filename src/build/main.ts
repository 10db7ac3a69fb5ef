/** `npm run build`. */
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
await build(root, `${root}dist`);
