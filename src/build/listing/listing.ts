/** Builds the add-on's store listing: text, icons, pages, and the publisher's checklist. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf } from '../bundle.ts';

const AUTH = 'https://www.googleapis.com/auth/';
const BIGQUERY = 'https://bigquery.googleapis.com/';

/** The reason for each scope, keyed by the last part of its URL. */
const REASONS: Readonly<Record<string, string>> = {
  'spreadsheets.currentonly':
    'Reads and writes the tables in the spreadsheet where the add-on is used. It cannot open any other file.',
  'script.external_request': 'Calls the marketplace with the keys that the user entered.',
  'script.container.ui': 'Shows the sidebar and asks before it removes sheets.',
  'script.scriptapp': 'Creates the trigger that refreshes the tables on a schedule, after the user turns it on.',
  'script.send_mail': 'Sends the daily summary and alerts to the user only, after the user turns them on.',
  'userinfo.email': "Gets the user's email address for the summary.",
  bigquery: "Writes the tables to a dataset in the user's own Google Cloud project, after the user sets up the export.",
};

interface Manifest {
  readonly oauthScopes: readonly string[];
  readonly urlFetchWhitelist: readonly string[];
}

/** `addon` is the folder of the add-on build. `names` are its optional permissions. */
export function makeListing(root: string, addon: string, names?: string): void {
  const { oauthScopes, urlFetchWhitelist } = JSON.parse(
    readFileSync(join(addon, 'appsscript.json'), 'utf8'),
  ) as Manifest;
  const [sources, out] = [join(root, 'src/build/listing'), join(addon, 'listing')];
  const hosts = urlFetchWhitelist.filter((each) => each !== BIGQUERY);
  const has = (scope: string) => oauthScopes.includes(AUTH + scope);
  const values: Readonly<Record<string, string>> = {
    version: versionOf(root),
    addresses: hosts.join(', '),
    hosts: hosts.join(','),
    with: names ? ` --with ${names}` : '',
    reasons: oauthScopes.map((scope) => `| \`${scope}\` | ${reasonFor(scope)} |`).join('\n'),
    permissions: table(oauthScopes),
    destinations: [
      ...(has('bigquery')
        ? ['<li>If you set up the export, your tables go to your own BigQuery dataset, without buyer data.</li>']
        : []),
      ...(has('script.send_mail')
        ? ['<li>If you turn on the daily email, it goes to your own address, without buyer data.</li>']
        : []),
    ].join('\n'),
  };
  const style = `<style>\n${readFileSync(join(sources, 'page.css'), 'utf8')}</style>`;
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(sources)) {
    const [from, to] = [join(sources, file), join(out, file)];
    if (/\.(svg|png)$/.test(file)) copyFileSync(from, to);
    if (/\.(md|html)$/.test(file)) {
      const filled = readFileSync(from, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
      writeFileSync(to, filled.replace('<!-- style -->', style));
    }
  }
}

function table(scopes: readonly string[]) {
  const rows = scopes.map(
    (scope) => `<tr><td><code>${scope.replace(AUTH, '')}</code></td><td>${reasonFor(scope)}</td></tr>`,
  );
  return ['<table>', '<tr><th>Permission</th><th>Reason</th></tr>', ...rows, '</table>'].join('\n');
}

function reasonFor(scope: string): string {
  const reason = REASONS[scope.replace(AUTH, '')];
  if (reason === undefined)
    throw new Error(`The listing has no reason for ${scope}: add one to src/build/listing/listing.ts`);
  return reason;
}
