/** Dialogs that save tables as files or show text to copy. */

const FORMS = [
  ['ndjson', 'NDJSON'],
  ['csv', 'CSV'],
  ['schema', 'Schema'],
] as const;

const STYLE =
  'body{font:13px Arial,sans-serif;margin:16px}td{padding:4px 12px 4px 0}button{font:inherit;min-height:32px;cursor:pointer}p{margin:0 0 12px}';

/** Fetches a file in parts of a few megabytes and saves it. */
const SCRIPT = `
const said = document.getElementById('said');
const silent = 'The spreadsheet did not respond.';
const say = (text) => (said.textContent = text);
function save({ table, form }, parts, from) {
  say('Reading ' + table + '…');
  google.script.run
    .withFailureHandler((error) => say(error?.message ?? silent))
    .withSuccessHandler((reply) => {
      if (!reply?.ok) return say(reply?.error.message ?? silent);
      const { name, rows, text, next } = reply.value;
      if (from > 0 && rows !== parts.rows) return say('The table changed meanwhile. Try again.');
      parts.rows = rows;
      parts.push(text);
      if (next !== undefined) return save({ table, form }, parts, next);
      const href = URL.createObjectURL(new Blob(parts, { type: 'text/plain;charset=utf-8' }));
      Object.assign(document.createElement('a'), { href, download: name }).click();
      say((form === 'schema' ? '' : rows + (rows === 1 ? ' row in ' : ' rows in ')) + name + '.');
    })
    .sidebarCall('exportFile', [table, form, from], said.dataset.token);
}
document.addEventListener('click', ({ target: { dataset } }) => {
  if (dataset.form) save(dataset, [], 0);
});`;

/** Table names contain only letters and spaces, so they need no escaping. */
export function offerFiles(tables: readonly string[], token: string): undefined {
  const rows = tables.map((table) => {
    const buttons = FORMS.map(
      ([form, name]) =>
        `<td><button type="button" data-table="${table}" data-form="${form}" aria-label="${name}: ${table}">${name}</button></td>`,
    );
    return `<tr><td>${table}</td>${buttons.join('')}</tr>`;
  });
  const page = HtmlService.createHtmlOutput(
    `<style>${STYLE}</style><p>Files are saved to your downloads folder, without buyer data or your own columns. The schema lists the columns' types.</p><table>${rows.join('')}</table><p id="said" role="status" data-token="${token}"></p><script>${SCRIPT}</script>`,
  );
  SpreadsheetApp.getUi().showModalDialog(page.setWidth(480).setHeight(420), 'Export a file');
}

export function offerText(title: string, about: string, text: string): void {
  const page = HtmlService.createHtmlOutput(
    '<style>body{font:13px Arial,sans-serif}textarea{box-sizing:border-box;width:100%;height:300px;font:11px monospace}</style><p>',
  )
    .appendUntrusted(about)
    .append('</p><textarea id="text" readonly aria-label="Text to copy">')
    .appendUntrusted(text)
    .append(
      '</textarea><p><button type="button" onclick="document.getElementById(\'text\').select();document.execCommand(\'copy\')">Copy</button></p>',
    );
  SpreadsheetApp.getUi().showModalDialog(page.setWidth(560).setHeight(420), title);
}
