/** A second click that follows at once selects a word: on a button it would be one of what has come to lie there. */

/** Texts that were not pressed are selected as everywhere. */
export function keepPressesFromSelecting(page: Document): void {
  let isPress = false;
  page.addEventListener('mousedown', (event) => {
    if (event.detail === 1) isPress = (event.target as Element).closest('button, summary') !== null;
    else if (isPress) event.preventDefault();
  });
}
