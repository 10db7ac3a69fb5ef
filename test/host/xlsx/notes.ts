import { columnName } from '../a1.ts';
import { spreadsheetNamespace } from './names.ts';
import { element, escapeCellText } from './xml.ts';

export interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export function commentsXml(notes: readonly Note[]): string {
  const each = notes.map(({ row, column, text }) =>
    element(
      'comment',
      { ref: `${columnName(column)}${row}`, authorId: 0 },
      `<text><r><t xml:space="preserve">${escapeCellText(text)}</t></r></text>`,
    ),
  );
  return element(
    'comments',
    { xmlns: spreadsheetNamespace },
    '<authors><author></author></authors>',
    element('commentList', {}, ...each),
  );
}

/** Boxes in the older VML format. Some programs drop notes without a box. */
export function noteBoxes(notes: readonly Note[]): string {
  const shapes = notes.map(({ row, column }, index) => {
    const place = [column, 15, row - 1, 2, column + 2, 31, row + 3, 1].join(', ');
    return (
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" ` +
      'fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/>' +
      `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${place}</x:Anchor>` +
      `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`
    );
  });
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
    'xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${shapes.join('')}</xml>`
  );
}
