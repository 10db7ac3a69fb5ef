// Parts of an .xlsx file, with their relationships and content types.
import { posix } from 'node:path';
import { relationNamespace } from './names.ts';
import { element, xmlDeclaration } from './xml.ts';
import { zip } from './zip.ts';

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const document = 'application/vnd.openxmlformats-officedocument';

const kinds = {
  officeDocument: `${document}.spreadsheetml.sheet.main+xml`,
  worksheet: `${document}.spreadsheetml.worksheet+xml`,
  styles: `${document}.spreadsheetml.styles+xml`,
  comments: `${document}.spreadsheetml.comments+xml`,
  drawing: `${document}.drawing+xml`,
  chart: `${document}.drawingml.chart+xml`,
  'extended-properties': `${document}.extended-properties+xml`,
  vmlDrawing: `${document}.vmlDrawing`,
};

export type PartKind = keyof typeof kinds;

export class Parts {
  readonly #files = new Map<string, string>();
  readonly #types: string[] = [];
  /** By the path of the source part; `''` is the package itself. */
  readonly #relations = new Map<string, string[]>();

  add(path: string, kind: PartKind, xml: string): void {
    this.#files.set(path, kind === 'vmlDrawing' ? xml : xmlDeclaration + xml);
    this.#types.push(element('Override', { PartName: `/${path}`, ContentType: kinds[kind] }));
  }

  /** Returns the relationship ID. */
  relate(from: string, kind: PartKind, to: string): string {
    const known = this.#relations.get(from) ?? [];
    const id = `rId${known.length + 1}`;
    known.push(
      element('Relationship', {
        Id: id,
        Type: `${relationNamespace}/${kind}`,
        // Relative to the source part's folder, because some programs can't open absolute paths.
        Target: posix.relative(posix.dirname(from), to),
      }),
    );
    this.#relations.set(from, known);
    return id;
  }

  file(): Buffer {
    const relations = [...this.#relations].map(([from, items]): [string, string] => {
      const at = from.lastIndexOf('/') + 1;
      const xml = element('Relationships', { xmlns: `${packageNamespace}/relationships` }, ...items);
      return [`${from.slice(0, at)}_rels/${from.slice(at)}.rels`, xmlDeclaration + xml];
    });
    const types = element(
      'Types',
      { xmlns: `${packageNamespace}/content-types` },
      element('Default', {
        Extension: 'rels',
        ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
      }),
      ...this.#types,
    );
    return zip(new Map([['[Content_Types].xml', xmlDeclaration + types], ...relations, ...this.#files]));
  }
}
