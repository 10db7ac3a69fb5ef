/** `npm run deploy`: builds the project and pushes it to a spreadsheet's script. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, copyProject, projectFiles } from './build.ts';
import { permissionsIn } from './manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clasp = `${root}node_modules/.bin/clasp`;

const USAGE = `npm run deploy -- --script ID    the first time; the command remembers the ID
npm run deploy                   after that
npm run deploy -- --with email,bigquery
                                 adds permissions for the daily email and BigQuery; remembered until the next --with;
                                 --with "" drops them
npm run deploy -- --dry-run      builds and lists the files it would push; sends nothing
npm run deploy -- --addon --hosts https://api.example.com --script ID
                                 builds the add-on for publishing and pushes it to a separate script

Before the first time:
1. Turn on the Google Apps Script API: https://script.google.com/home/usersettings
2. npx clasp login               with an account that can edit the spreadsheet
3. In the spreadsheet, open Extensions, Apps Script. The script's ID is in that page's address, between /projects/ and
   /edit.`;

const AFTERWARDS = `Reload the spreadsheet. After a few seconds, open Extensions ▸ Market for Sheets ▸ Open sidebar (the menu has the name of
your script project). Google warns that it has not verified the app, which is your own script: click Advanced,
Go to ... (unsafe), Select all, and Continue.
Sign in to only one Google account, in a separate browser profile or a private window. With several, Google may run the
sidebar under another account or not at all.`;

const REFUSED = `Nothing was pushed. The most common reasons:
- the Google Apps Script API is off: https://script.google.com/home/usersettings; changes take effect after a few minutes
- clasp is not signed in, or the sign-in expired: npx clasp login
- the signed-in account can't edit the spreadsheet, or the script ID is wrong: --script ID
- your company's administrator does not allow clasp: paste the files from npm run build -- --release`;

const options = {
  script: { type: 'string' },
  with: { type: 'string' },
  addon: { type: 'boolean' },
  hosts: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** clasp's project file. clasp ignores `with`, which stores the chosen permissions. */
interface Project {
  readonly scriptId: string;
  readonly rootDir: string;
  readonly with?: string;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) return finish(USAGE, 0);
  const file = `${root}${values.addon ? '.clasp.addon.json' : '.clasp.json'}`;
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Project) : undefined;
  const script = values.script ?? known?.scriptId;
  if (script === undefined && !values['dry-run']) return finish(`Enter the script's ID.\n\n${USAGE}`, 2);
  if (values.hosts !== undefined && !values.addon) return finish('--hosts needs --addon.', 2);
  const chosen = values.with ?? known?.with ?? '';
  const permissions = permissionsIn(chosen);
  const folder = values.addon ? 'addon' : 'deploy';
  await build(root);
  if (values.addon) copyProject(root, folder, { permissions, hosts: values.hosts?.split(',') ?? [] });
  else copyProject(root, folder, { permissions, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  if (values['dry-run']) return finish(planOf(`dist/${folder}`, script), 0);
  const write = (project: Project) => writeFileSync(file, `${JSON.stringify(project, null, 2)}\n`);
  write({ ...known, scriptId: script!, rootDir: `dist/${folder}`, with: chosen });
  // Without --force, clasp asks about manifest changes, or skips all files if it can't ask.
  const { status } = spawnSync(clasp, ['-P', file, 'push', '--force'], { cwd: root, stdio: 'inherit' });
  if (status === 0) return finish(AFTERWARDS, 0);
  if (known) write(known);
  return finish(REFUSED, 1);
}

/** Lists each file with its name in the script project. */
function planOf(folder: string, script: string | undefined) {
  const lines = projectFiles(root).map((file) => {
    const kilobytes = Math.ceil(statSync(`${root}${folder}/${file}`).size / 1000);
    return `${folder}/${file}  ->  ${file.replace(/\.js$/, '.gs')}  (${kilobytes} KB)`;
  });
  return [
    `These files would replace everything in the script ${script ?? 'of --script ID'}:`,
    ...lines,
    'Nothing was sent.',
  ].join('\n');
}

function finish(text: string, status: number) {
  process.stdout.write(`${text}\n`);
  return status;
}

process.exitCode = await main().catch((error: Error) => finish(error.message, 2));
