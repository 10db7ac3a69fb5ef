/** The end of a pull in a few words. */
import type { Report } from '../../src/refresh/report.ts';
import { titleOf } from '../forms.ts';
import { moment } from '../words.ts';

export interface Outcome {
  readonly title: string;
  readonly text: string;
  readonly kind: 'good' | 'note' | 'bad';
}

/** `now` in epoch milliseconds. */
export function outcomeOf(
  { operation, state, rows, resumeAt, tables, notFound }: Report,
  now: number,
): Outcome {
  const name = titleOf(operation);
  const found = rows.added + rows.changed + rows.unchanged > 0;
  switch (state) {
    case 'done':
      if (found && notFound.length > 0)
        return {
          kind: 'note',
          title: `${name}: done`,
          text: 'What the marketplace knows of it is in the sheet.',
        };
      return found
        ? { kind: 'good', title: `${name}: done`, text: 'Everything that you asked for is in the sheet.' }
        : {
            kind: 'note',
            title: `${name}: nothing found`,
            text: 'The marketplace has nothing that matches.',
          };
    case 'partial':
      return {
        kind: 'note',
        title: `${name}: done in part`,
        text: 'Some of it could not be pulled; see below.',
      };
    case 'waiting':
      return {
        kind: 'note',
        title: `${name}: waiting`,
        text: `The marketplace allows no more calls for now. ${
          resumeAt ? `You can go on ${moment(resumeAt, now)}.` : 'It can go on later.'
        } What has arrived is in the sheet.`,
      };
    case 'cancelled':
      return {
        kind: 'note',
        title: `${name}: cancelled`,
        text: tables.length > 0 ? 'Rows that arrived before stay in the sheet.' : 'Nothing was changed.',
      };
    case 'failed':
      return { kind: 'bad', title: `${name}: not pulled`, text: 'Nothing was changed in the sheet.' };
    default:
      return { kind: 'note', title: `${name}: interrupted`, text: 'What has arrived is in the sheet.' };
  }
}
