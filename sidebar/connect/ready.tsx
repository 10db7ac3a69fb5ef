/** Suggests next steps after the demo shop has loaded. */
import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowSheet } from '../show-sheet.ts';

/** Tables to look at first. */
const FIRST = ['Orders', 'Inventory', 'Price log', 'Ad performance', 'Keywords'];

interface Props {
  /** Height of the previous view in pixels. Keeps the buttons below from moving under the pointer. */
  readonly height: number;
  readonly children: ComponentChildren;
  onPull(): void;
}

export function Ready({ height, children, onPull }: Props) {
  const { failure, show } = useShowSheet();
  return (
    <section class="stack" style={{ minHeight: `${height}px` }}>
      <Heading>Take a look around</Heading>
      {children}
      <p>Each table has its own sheet:</p>
      <div class="row">
        {FIRST.map((table) => (
          <Button key={table} kind="quiet" label={`Show sheet: ${table}`} onClick={() => show(table)}>
            {table}
          </Button>
        ))}
      </div>
      <Problem failure={failure} />
      <p>Sort, filter, and add your own columns and notes. They stay with their rows when you pull.</p>
      <div class="buttons">
        <Button kind="primary" onClick={onPull}>
          Pull a table
        </Button>
      </div>
      <p class="hint">The demo shop is listed below. You can remove it when you connect your own shop.</p>
    </section>
  );
}
