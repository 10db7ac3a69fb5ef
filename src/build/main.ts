/** `npm run build`; with `--release` the release folder, too, with `--addon` the build that is published as an add-on. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAddon } from './addon.ts';
import { build } from './build.ts';
import { release } from './release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = `${root}dist`;
const { values } = parseArgs({
  options: { release: { type: 'boolean' }, addon: { type: 'boolean' }, hosts: { type: 'string' } },
});
await build(root, dist);
if (values.release) release(root, dist, `${dist}/release`);
if (values.addon) buildAddon(root, dist, `${dist}/addon`, values.hosts?.split(',') ?? []);
