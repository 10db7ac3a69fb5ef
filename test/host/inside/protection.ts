// Protections. The host checks them; a warning-only protection allows every write.
import { type Attachment, attach, attachments, detach, type Rect, rectOf } from './attachments.ts';
import { callHost } from './bridge.ts';
import { addressOf, rangeAt } from './range.ts';
import { userOf } from './session.ts';
import { enumeration, strict } from './strict.ts';

type Protection = GoogleAppsScript.Spreadsheet.Protection;
type User = GoogleAppsScript.Base.User;

export interface ProtectionSpec {
  description: string;
  warningOnly: boolean;
  sheet: boolean;
  unprotected: Rect[];
  /** Users who may edit in addition to the owner. Null: all editors of the document. */
  editors: string[] | null;
}

export const ProtectionType = enumeration<typeof GoogleAppsScript.Spreadsheet.ProtectionType>(
  'ProtectionType',
  'RANGE',
  'SHEET',
);

export function protect(sheetId: number, rects: Rect[]): Protection {
  const spec: ProtectionSpec = {
    description: '',
    warningOnly: false,
    sheet: rects.length === 0,
    unprotected: [],
    editors: null,
  };
  return protection(attach('protection', sheetId, rects, spec));
}

export function protections(type: unknown, sheetId?: number): Protection[] {
  const whole = String(type) === 'SHEET';
  return attachments('protection', sheetId)
    .filter(({ spec }) => (spec as ProtectionSpec).sheet === whole)
    .map(protection);
}

const emailOf = (who: string | User) => (typeof who === 'string' ? who : who.getEmail());

function protection(stored: Attachment): Protection {
  const spec = stored.spec as ProtectionSpec;
  const change = (changes: Partial<ProtectionSpec>) => {
    Object.assign(spec, changes);
    callHost('Attachment.update', stored.id, { spec });
    return facade;
  };
  const editors = () => callHost<string[]>('Protection.getEditors', stored.id);
  const without = (gone: string[]) => change({ editors: editors().filter((email) => !gone.includes(email)) });
  const withMore = (more: string[]) => change({ editors: [...new Set([...editors(), ...more])] });
  const facade: Protection = strict<Protection>('Protection', {
    getDescription: () => spec.description,
    setDescription: (description) => change({ description }),
    isWarningOnly: () => spec.warningOnly,
    setWarningOnly: (warningOnly) => change({ warningOnly }),
    getProtectionType: () => ProtectionType[spec.sheet ? 'SHEET' : 'RANGE'],
    getRange: () => rangeAt({ sheetId: stored.sheetId, ...stored.rects[0]! }),
    getUnprotectedRanges: () => spec.unprotected.map((rect) => rangeAt({ sheetId: stored.sheetId, ...rect })),
    setUnprotectedRanges: (ranges) => change({ unprotected: ranges.map((range) => rectOf(addressOf(range))) }),
    canEdit: () => callHost<boolean>('Protection.canEdit', stored.id),
    getEditors: () => editors().map(userOf),
    addEditor: (who: string | User) => withMore([emailOf(who)]),
    addEditors: (emails) => withMore(emails),
    removeEditor: (who: string | User) => without([emailOf(who)]),
    removeEditors: (all: (string | User)[]) => without(all.map(emailOf)),
    remove: () => detach(stored.id),
  });
  return facade;
}
