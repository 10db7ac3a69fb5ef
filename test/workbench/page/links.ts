/** Handles links to ranges of this spreadsheet. The grid's library handles all others. */
import { helpers, type Model, registries } from '@odoo/o-spreadsheet';
import { select } from './selection.ts';

export interface Link {
  label: string;
  url: string;
  isExternal: boolean;
  isUrlEditable: boolean;
}

interface Environment {
  model: Model;
  notifyUser(notification: { type: string; sticky: boolean; text: string }): void;
}

/** Matches `#gid=12&range=A2:C4`, with or without the spreadsheet's URL. */
const INSIDE = /#gid=(\d+)(?:&range=([^&]+))?$/;

export function linkOf(url: string, label: string): Link {
  const isInside = INSIDE.test(url);
  return { label, url, isExternal: !isInside, isUrlEditable: false };
}

/** Call once. */
export function followLinks(): void {
  const { urlRegistry } = registries as unknown as { urlRegistry: { add(name: string, spec: object): void } };
  urlRegistry.add('range_URL', {
    match: (url: string) => INSIDE.test(url),
    createLink: linkOf,
    title: 'Ranges',
    sequence: -1,
    urlRepresentation: (url: string, getters: Model['getters']) => {
      const [, gid = '', range] = INSIDE.exec(url)!;
      const name = getters.tryGetSheetName(gid) ?? 'Missing sheet';
      return range ? `${name} ${decodeURIComponent(range)}` : name;
    },
    open: (url: string, { model, notifyUser }: Environment) => {
      const [, gid = '', range] = INSIDE.exec(url)!;
      const tell = (text: string) => notifyUser({ type: 'info', sticky: false, text });
      if (!model.getters.tryGetSheetName(gid)) return tell("This link's sheet does not exist.");
      if (!model.getters.isSheetVisible(gid)) return tell("This link's sheet is hidden.");
      const { left, top, right, bottom } = helpers.toUnboundedZone(decodeURIComponent(range ?? 'A1'));
      const rect = {
        row: top + 1,
        column: left + 1,
        rows: (bottom ?? model.getters.getNumberRows(gid) - 1) - top + 1,
        columns: (right ?? model.getters.getNumberCols(gid) - 1) - left + 1,
      };
      select(model, Number(gid), { rects: [rect], cell: rect });
    },
  });
}
