/** The ways in which a text leaves the page: a file, the clipboard. */

/** By then any browser has begun to save it. In milliseconds. */
const SAVED = 60_000;

export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED);
}

/** False where the browser does not allow it, such as long after the button was pressed. */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
