/** Describes a pull's outcome in a title and a sentence. */
import type { OperationForm } from '../../src/build/form-data.ts';
import type { Report } from '../../src/pull/report.ts';
import { count, counted, joined, moment, percent } from '../format.ts';
import { callsOf } from './measure.ts';

export interface Outcome {
  readonly title: string;
  readonly text: string;
  readonly kind: 'good' | 'note' | 'bad';
}

/** `now` is in epoch milliseconds. */
export function outcomeOf(report: Report, form: OperationForm | undefined, now: number): Outcome {
  const { operation, state, rows, resumeAt, notFound, workbook, errors } = report;
  const name = form?.title ?? operation;
  const found = rows.added + rows.changed + rows.unchanged > 0;
  switch (state) {
    case 'done':
      if (!found)
        return {
          kind: 'note',
          title: `${name}: nothing found`,
          text: form?.silent
            ? 'The marketplace returned no rows. This also happens with unknown identifiers. Check the spelling.'
            : 'The marketplace has no matching data.',
        };
      return {
        kind: notFound.length > 0 ? 'note' : 'good',
        title: `${name}: done`,
        text: 'Your sheet is up to date.',
      };
    case 'planned':
      return {
        kind: 'note',
        title: `${name}: preview`,
        text: `No cells were written.${
          workbook ? ` After the pull, the spreadsheet would be ${percent(workbook.share)} full.` : ''
        }`,
      };
    case 'partial':
      return {
        kind: 'note',
        title: `${name}: incomplete`,
        text: 'Some data could not be pulled. See below.',
      };
    case 'waiting':
      return {
        kind: 'note',
        title: `${name}: waiting`,
        // For any other wait, the error gives the reason.
        text: `${errors.some(({ code }) => code === 'MARKET_CAP') ? "You've reached the marketplace's call limit for now. " : ''}${
          resumeAt ? `Resume after ${moment(resumeAt, now).replace('today at ', '')}.` : 'Resume later.'
        } The rows received so far are in your sheet.`,
      };
    case 'canceled':
      return { kind: 'note', title: `${name}: canceled`, text: keptText(report) };
    case 'failed':
      return { kind: 'bad', title: `${name}: failed`, text: 'Your sheet is unchanged.' };
    default:
      return { kind: 'note', title: `${name}: interrupted`, text: 'The rows received so far are in your sheet.' };
  }
}

/** Describes the calls and rows of a canceled pull. */
export function keptText({ actual, callsLeft, tables }: Report): string {
  const done = callsOf(actual);
  const calls = `Stopped after ${count(done)} of ${counted(done + callsLeft, 'call')}.`;
  const kept = tables
    .map(({ table, added, changed, unchanged }) => ({ table, rows: added + changed + unchanged }))
    .filter(({ rows }) => rows > 0)
    .map(({ table, rows }) => `${counted(rows, 'row')} in ${table}`);
  return kept.length > 0 ? `${calls} Kept: ${joined(kept)}.` : `${calls} No rows were changed.`;
}
