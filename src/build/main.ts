/**
 * `npm run build`; with `--release` the release folder, too, with `--addon` the build that is published as an add-on, with
 * `--warehouse` the one that sends rows to BigQuery, with `--whole` the one of which nothing is a comment until it is called.
 * Several are made together, such as an add-on that sends rows.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAddon, hostsOf } from './addon.ts';
import { buildAs } from './build.ts';
import { release } from './release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    release: { type: 'boolean' },
    addon: { type: 'boolean' },
    warehouse: { type: 'boolean' },
    whole: { type: 'boolean' },
    hosts: { type: 'string' },
  },
});
const built = root + (await buildAs(root, values));
if (values.release) release(root, built, `${built}/release`);
if (values.addon) buildAddon(root, built, `${built}/addon`, hostsOf(values));
