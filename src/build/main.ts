/**
 * `npm run build`; with `--release` the release folder, too, with `--addon` the build that is published as an add-on, with
 * `--warehouse` the one that sends rows to BigQuery; an add-on that does is made with both.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAddon, hostsOf } from './addon.ts';
import { build, buildWarehouse } from './build.ts';
import { release } from './release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = `${root}dist`;
const { values } = parseArgs({
  options: {
    release: { type: 'boolean' },
    addon: { type: 'boolean' },
    warehouse: { type: 'boolean' },
    hosts: { type: 'string' },
  },
});
await build(root, dist);
const built = values.warehouse ? `${dist}/warehouse` : dist;
if (values.warehouse) await buildWarehouse(root, dist, built);
if (values.release) release(root, built, `${built}/release`);
if (values.addon) buildAddon(root, built, `${built}/addon`, hostsOf(values));
