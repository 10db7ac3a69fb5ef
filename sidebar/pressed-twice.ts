/** Prevents a double-click on a button from selecting text that moved under the pointer. */
export function keepPressesFromSelecting(page: Document): void {
  let isPress = false;
  page.addEventListener('mousedown', (event) => {
    if (event.detail === 1) isPress = (event.target as Element).closest('button, summary') !== null;
    else if (isPress) event.preventDefault();
  });
}
