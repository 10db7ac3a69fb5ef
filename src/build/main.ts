/** `npm run build`. The README explains the options. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, buildCheck, copyProject } from './build.ts';
import { makeListing } from './listing/listing.ts';
import { permissionsIn } from './manifest.ts';
import { release } from './release.ts';

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(2);
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    release: { type: 'boolean' },
    check: { type: 'boolean' },
    addon: { type: 'boolean' },
    hosts: { type: 'string' },
    with: { type: 'string' },
  },
});
if ((values.hosts ?? values.with) !== undefined && !values.addon)
  throw new Error('--hosts and --with need --addon. In a release, INSTALL.html asks for permissions.');
const permissions = permissionsIn(values.with);
await build(root);
if (values.release) release(root, `${root}dist/release`);
if (values.check) await buildCheck(root);
if (values.addon) {
  copyProject(root, 'addon', { permissions, hosts: values.hosts?.split(',') ?? [] });
  makeListing(root, `${root}dist/addon`, values.with);
}
