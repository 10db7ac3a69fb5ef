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
var said = document.getElementById('said'), silent = 'The spreadsheet did not respond.';
function say(text) { said.textContent = text; }
function save(button, parts, from) {
  say('Reading ' + button.dataset.table + '…');
  google.script.run
    .withFailureHandler(function (error) { say(error && error.message || silent); })
    .withSuccessHandler(function (reply) {
      if (!reply || !reply.ok) return say(reply ? reply.error.message : silent);
      var part = reply.value;
      if (from > 0 && part.rows !== parts.rows) return say('The table changed meanwhile. Try again.');
      parts.rows = part.rows;
      parts.push(part.text);
      if (part.next !== undefined) return save(button, parts, part.next);
      var link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(parts, { type: 'text/plain;charset=utf-8' }));
      link.download = part.name;
      link.click();
      say((button.dataset.form === 'schema' ? '' : part.rows + (part.rows === 1 ? ' row in ' : ' rows in ')) + part.name + '.');
    })
    .sidebarCall('exportFile', [button.dataset.table, button.dataset.form, from], said.dataset.token);
}
document.addEventListener('click', function (event) {
  if (event.target.dataset && event.target.dataset.form) save(event.target, [], 0);
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
