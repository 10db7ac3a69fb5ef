/** Shows a cell's note on hover. */
import { registries } from '@odoo/o-spreadsheet';
import { Component, xml } from '@odoo/owl';
import type { Position } from './cells.ts';

class NotePopover extends Component {
  static override template = xml`<div class="cell-note" t-out="props.text"/>`;
  static override props = { text: String, onClosed: { type: Function, optional: true } };
  static maxSize = { maxHeight: 240 };
}

export function showNotes(noteAt: (position: Position) => string | undefined): void {
  registries.cellPopoverRegistry.add('Note', {
    onHover: (position: Position) => {
      const text = noteAt(position);
      if (text === undefined) return { isOpen: false };
      return { isOpen: true, props: { text }, Component: NotePopover, cellCorner: 'top-right' };
    },
  } as never);
}
