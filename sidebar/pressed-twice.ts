/** Keeps a double click on a button from selecting text that has moved under the pointer. */

/** Text outside buttons is selectable as usual. */
export function keepPressesFromSelecting(page: Document): void {
  let isPress = false;
  page.addEventListener('mousedown', (event) => {
    if (event.detail === 1) isPress = (event.target as Element).closest('button, summary') !== null;
    else if (isPress) event.preventDefault();
  });
}
