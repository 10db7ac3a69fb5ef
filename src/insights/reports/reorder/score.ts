/** Forecasts of the next seven days, kept until these are over, and held against what was sold. */
import { sum } from '../../money.ts';
import { type Forecast, unitsSold } from './forecast.ts';
import type { SalesDay } from './sales.ts';

/** Days that a forecast is about: the one on which it was said, and those that follow. */
const AHEAD = 7;

/** Of these days enough were seen to tell what was sold: what was not is reckoned as the others. */
const ENOUGH_SEEN = 6;

/** Results are kept for so many days. */
const KEPT = 28;

/** The rate of hits is told from so many results on, and counts against a forecast from so many. */
const FEWEST_TOLD = 7;
const FEWEST_COUNTED = 14;
const LEAST_RATE = 0.6;

/** What was said on a day. In units, both ends included. */
export interface Said {
  readonly day: number;
  readonly low: number;
  readonly high: number;
}

/** `unseen`: the stock was out or not read for too long. */
export type Result = 'within' | 'more' | 'less' | 'unseen';

interface Scored extends Said {
  readonly result: Result;
  /** What was sold; nothing where too little was seen. */
  readonly came: number | undefined;
}

/** What is kept of an item: what was said and is not over yet, the newest that is, and the results by day. */
export interface ScoreRecord {
  readonly said: readonly Said[];
  readonly newest: Scored | undefined;
  readonly results: readonly { readonly day: number; readonly result: Result }[];
}

export const NOTHING_SAID: ScoreRecord = { said: [], newest: undefined, results: [] };

export function saying(forecast: Forecast, day: number): Said {
  return { day, low: unitsSold(forecast, AHEAD, 0.1), high: unitsSold(forecast, AHEAD, 0.9) };
}

/** With what is over by `today` held against the days that were seen. */
export function updated({ said, newest, results }: ScoreRecord, days: readonly SalesDay[], today: number): ScoreRecord {
  const over = said.filter(({ day }) => day + AHEAD <= today).map((each) => scored(each, days));
  return {
    said: said.filter(({ day }) => day + AHEAD > today),
    newest: over[over.length - 1] ?? newest,
    results: [...results, ...over.map(({ day, result }) => ({ day, result }))].filter(
      ({ day }) => day + AHEAD > today - KEPT,
    ),
  };
}

/** With what is said now: the first forecast of a day counts. */
export function withSaid(record: ScoreRecord, now: Said | undefined): ScoreRecord {
  const isSaid = record.said.some(({ day }) => day === now?.day);
  return now && !isSaid ? { ...record, said: [...record.said, now] } : record;
}

function scored(said: Said, all: readonly SalesDay[]): Scored {
  const days = all.filter(({ day }) => day >= said.day && day < said.day + AHEAD);
  const seen = sum(days, 'hours') / 24;
  if (seen < ENOUGH_SEEN) return { ...said, result: 'unseen', came: undefined };
  const came = Math.round(sum(days, 'fallen') * Math.max(1, AHEAD / seen));
  return { ...said, came, result: came < said.low ? 'less' : came > said.high ? 'more' : 'within' };
}

/** How many forecasts of 28 days could be held against what came. */
export function toldResults({ results }: ScoreRecord): number {
  return results.filter(({ result }) => result !== 'unseen').length;
}

/** The share of hits of 28 days; nothing while there are too few to tell. */
export function hitRate({ results }: ScoreRecord): number | undefined {
  const told = results.filter(({ result }) => result !== 'unseen');
  if (told.length < FEWEST_TOLD) return undefined;
  return told.filter(({ result }) => result === 'within').length / told.length;
}

export type Failing = 'more' | 'less' | 'often';

/**
 * Why forecasts of the item are not to be relied on: the newest and the one whose days ended as its began were missed
 * on the same side, or they hit too seldom.
 */
export function failing(record: ScoreRecord): Failing | undefined {
  const last = record.results[record.results.length - 1];
  const before = record.results.find(({ day }) => last && day === last.day - AHEAD);
  if (last && (last.result === 'more' || last.result === 'less') && before?.result === last.result) return last.result;
  return toldResults(record) >= FEWEST_COUNTED && hitRate(record)! < LEAST_RATE ? 'often' : undefined;
}

const LETTERS: Readonly<{ [R in Result]: string }> = { within: '=', more: '+', less: '-', unseen: '.' };
const RESULTS = Object.keys(LETTERS) as Result[];

/** As one text. Version 1: `1|day low high;…|day low high came letter|day letters` of consecutive days, `_` where none. */
export function recordText({ said, newest, results }: ScoreRecord): string {
  const first = results[0]?.day ?? 0;
  const letters: string[] = [];
  for (const { day, result } of results) {
    while (letters.length < day - first) letters.push('_');
    letters[day - first] = LETTERS[result];
  }
  return [
    '1',
    said.map(({ day, low, high }) => `${day} ${low} ${high}`).join(';'),
    newest ? `${newest.day} ${newest.low} ${newest.high} ${newest.came ?? ''} ${LETTERS[newest.result]}` : '',
    results.length > 0 ? `${first} ${letters.join('')}` : '',
  ].join('|');
}

/** What cannot be read is as if nothing had been said. */
export function recordOf(text: string): ScoreRecord {
  const [version, said = '', newest = '', results = ''] = text.split('|');
  if (version !== '1') return NOTHING_SAID;
  const numbers = (part: string) => part.split(' ').map(Number);
  const resultOf = (letter: string) => RESULTS.find((each) => LETTERS[each] === letter);
  const [first = '', letters = ''] = results.split(' ');
  const [day, low, high, came, letter] = newest.split(' ');
  const result = resultOf(letter ?? '');
  return {
    said:
      said === ''
        ? []
        : said.split(';').map((part) => {
            const [day, low, high] = numbers(part);
            return { day: day!, low: low!, high: high! };
          }),
    newest: result && {
      day: Number(day),
      low: Number(low),
      high: Number(high),
      came: came === '' ? undefined : Number(came),
      result,
    },
    results: [...letters].flatMap((each, index) => {
      const result = resultOf(each);
      return result ? [{ day: Number(first) + index, result }] : [];
    }),
  };
}
