/** A dialog with a text to copy and send in. */

const [WIDTH, HEIGHT] = [560, 420];

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
  SpreadsheetApp.getUi().showModalDialog(page.setWidth(WIDTH).setHeight(HEIGHT), title);
}
