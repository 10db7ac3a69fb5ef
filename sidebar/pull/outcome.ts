/** The end of a pull in a few words. */
import type { OperationForm } from '../../src/build/form-data.ts';
import type { Report } from '../../src/pull/report.ts';
import { moment, percent } from '../format.ts';

export interface Outcome {
  readonly title: string;
  readonly text: string;
  readonly kind: 'good' | 'note' | 'bad';
}

const COMPLETE = 'All that the marketplace has of it is in the sheet.';

/** `now` in epoch milliseconds. */
export function outcomeOf(
  { operation, state, rows, resumeAt, tables, notFound, workbook }: Report,
  form: OperationForm | undefined,
  now: number,
): Outcome {
  const name = form?.title ?? operation;
  const found = rows.added + rows.changed + rows.unchanged > 0;
  switch (state) {
    case 'done':
      if (!found)
        return {
          kind: 'note',
          title: `${name}: nothing found`,
          text: form?.silent
            ? 'The marketplace has no rows for it. It answers the same when it does not know an identifier: check the spelling.'
            : 'The marketplace has nothing that matches.',
        };
      return {
        kind: notFound.length > 0 ? 'note' : 'good',
        title: `${name}: done`,
        text: COMPLETE,
      };
    case 'planned':
      return {
        kind: 'note',
        title: `${name}: preview`,
        text: `Nothing was written.${
          workbook ? ` After the pull the workbook would be ${percent(workbook.share)} full.` : ''
        }`,
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
