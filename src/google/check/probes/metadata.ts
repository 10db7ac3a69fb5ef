/** What the installation check asks about developer metadata, by which sheets and columns are known. */
import type { Probe } from '../probe.ts';
import type { Scratch } from '../scratch.ts';

export const KEY = 'market.check';

const LOST = 'A column that you move could not be found again: leave the columns where they are, and tell us.';

export const metadataProbes: readonly Probe<Scratch>[] = [
  {
    id: 'metadata-sheet',
    what: 'A sheet is found by its metadata',
    expected: [true, true, false],
    otherwise: 'A table that you rename could not be found again: do not rename sheets, and tell us.',
    ask: ({ sheet }) => {
      sheet.addDeveloperMetadata(KEY, 'sheet');
      const find = (value: string) =>
        sheet.getParent().createDeveloperMetadataFinder().withKey(KEY).withValue(value).find();
      const [found] = find('sheet');
      const isOwn = sheet.getDeveloperMetadata().some((each) => each.getKey() === KEY);
      return [found?.getLocation().getSheet()?.getSheetId() === sheet.getSheetId(), isOwn, find('other').length > 0];
    },
  },
  {
    id: 'metadata-moved',
    what: 'The metadata of a column follows it when it is moved',
    expected: 6,
    otherwise: LOST,
    ask: ({ sheet }) => {
      sheet.getRange('C:C').addDeveloperMetadata(KEY, 'moved');
      sheet.moveColumns(sheet.getRange('C:C'), 7);
      return columnOf(sheet, 'moved');
    },
  },
  {
    id: 'metadata-pushed',
    what: 'The metadata of a column follows it when another is inserted before it',
    expected: 5,
    otherwise: LOST,
    ask: ({ sheet }) => {
      sheet.getRange('D:D').addDeveloperMetadata(KEY, 'pushed');
      sheet.insertColumnsBefore(3, 1);
      return columnOf(sheet, 'pushed');
    },
  },
  {
    id: 'metadata-deleted',
    what: 'The metadata of a column goes with it when it is deleted',
    expected: 0,
    otherwise: 'A column that you delete might not come back with the next pull.',
    ask: ({ sheet }) => {
      sheet.getRange('D:D').addDeveloperMetadata(KEY, 'deleted');
      sheet.deleteColumn(4);
      return columnOf(sheet, 'deleted');
    },
  },
  {
    id: 'metadata-value',
    what: 'Metadata holds 8,000 characters, can be changed and removed',
    expected: [8000, 'changed', 0],
    otherwise: 'Where the columns of a wide table stand could be forgotten; pulls would be slower.',
    ask: ({ sheet }) => {
      sheet.addDeveloperMetadata(KEY, 'x'.repeat(8000));
      const find = () => sheet.getDeveloperMetadata().filter((each) => !['sheet', null].includes(each.getValue()));
      const before = find()[0]?.getValue()?.length ?? 0;
      find()[0]?.setValue('changed');
      const changed = find()[0]?.getValue() ?? '';
      find()[0]?.remove();
      return [before, changed, find().length];
    },
  },
];

/** From 1; 0 where there is none. */
function columnOf(sheet: GoogleAppsScript.Spreadsheet.Sheet, value: string): number {
  const [found] = sheet.createDeveloperMetadataFinder().withKey(KEY).withValue(value).find();
  return found?.getLocation().getColumn()?.getColumn() ?? 0;
}
