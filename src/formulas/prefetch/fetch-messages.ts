/** What a person is told of what formulas need: before it is fetched, and after. */
import { type OperationId, operations } from '../../operations/registry.ts';
import { callsOf } from '../../pull/run.ts';
import { wallText } from '../../tables/zone.ts';
import type { Fetched, Plan, Unanswered } from './fetch-needs.ts';
import type { Needs } from './needs.ts';

/** `zone` is the spreadsheet's. */
export function planText({ formulas }: Needs, { open, cost }: Plan, zone: string): string {
  const by = Object.entries(cost.calls.byOperation);
  const each = by.map(([id, calls]) => `${number(calls)} ${operations[id as OperationId].title.toLowerCase()}`);
  const calls = `${cost.precision === undefined ? '' : `${cost.precision} `}${counted(callsOf(cost), 'call')}`;
  const because = cost.binding === null ? '' : ` (what decides: ${cost.binding})`;
  return `Fetching ${counted(open.length, 'value')} for ${counted(formulas, 'formula')}: ${calls}${
    by.length > 1 ? ` (${each.join(', ')})` : ''
  }, done at ${timeOf(Date.parse(cost.finishAt), zone)}${because}.`;
}

export function fetchedText(needs: Needs, fetched: Fetched, zone: string): string {
  return [
    doneText(needs, fetched) + unreadText(needs),
    ...(fetched.values > 0 ? ['Reload the spreadsheet to see them.'] : []),
    ...needs.tooLarge.map((name) => `The sheet "${name}" is too large to be read.`),
    ...fetched.unanswered.map((each) => unansweredText(each, zone)),
    ...restTexts(fetched, zone),
  ].join(' ');
}

function doneText(
  { queries, formulas, unread }: Needs,
  { values, nothing, refused, known, calls, unanswered }: Fetched,
): string {
  if (queries.length === 0)
    return unread === 0 ? 'There is no formula of this add-on that needs a value' : 'Nothing was fetched';
  if (calls === 0 && unanswered.length === 0)
    return `All ${counted(known + values, 'value')} that ${counted(formulas, 'formula')} ${formulas === 1 ? 'needs' : 'need'} are known already; no call was made`;
  const before = known === 0 ? '' : `, beside ${number(known)} that were known`;
  const others = [
    ...(nothing > 0 ? [`the marketplace has nothing for ${number(nothing)} more`] : []),
    ...(refused > 0 ? [`it refused ${number(refused)} (the notes of the cells say why)`] : []),
  ];
  return [
    `Fetched ${counted(values, 'value')} for ${counted(formulas, 'formula')} in ${counted(calls, 'call')}${before}`,
    ...others,
  ].join('; ');
}

/** Characters of one that is shown. */
const LONGEST_FORMULA = 60;

function unreadText({ unread, unreadIn = '' }: Needs): string {
  if (unread === 0) return '.';
  const formula = unreadIn.length > LONGEST_FORMULA ? `${unreadIn.slice(0, LONGEST_FORMULA)}…` : unreadIn;
  return `; ${counted(unread, 'formula')} could not be read ahead, ${unread === 1 ? 'which is' : 'the first of which is'} ${formula}.`;
}

function unansweredText({ operation, values, error }: Unanswered, zone: string): string {
  const { title } = operations[operation];
  const because = error
    ? `${error.message}${error.details.retryAt === undefined ? '' : ` Formulas can ask again from ${timeOf(error.details.retryAt, zone)}.`}`
    : 'The time of one run is over.';
  return `${counted(values, 'value')} of ${title} ${values === 1 ? 'is' : 'are'} left: ${because}`;
}

/** Where more time is all that is missing. */
function restTexts({ unanswered, rest }: Fetched, zone: string): readonly string[] {
  const isHeld = ({ error }: Unanswered) => error?.details.retryAt !== undefined;
  if (!rest || unanswered.some((each) => each.error && !isHeld(each))) return [];
  const calls = callsOf(rest);
  return [
    `Choose this again${unanswered.every(isHeld) ? ' then' : ''}: ${counted(calls, 'call')} ${calls === 1 ? 'is' : 'are'} left, done at ${timeOf(Date.parse(rest.finishAt), zone)} at the earliest.`,
  ];
}

function counted(count: number, one: string): string {
  return `${number(count)} ${one}${count === 1 ? '' : 's'}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}

function timeOf(at: number, zone: string): string {
  return wallText(at, zone).slice(11, 16);
}
