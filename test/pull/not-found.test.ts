/** Which identifiers brought nothing, as answers repeat them or not, and what is said of their spelling. */
import { describe, expect, test } from 'vitest';
import { inventory } from '../../src/operations/inventory.ts';
import type { Finds, Operation } from '../../src/protocol/operation.ts';
import type { Params } from '../../src/protocol/params.ts';
import { hintsFor, missingFrom } from '../../src/pull/identifiers.ts';

const operationOf = (...finds: readonly Finds[]) => ({ ...inventory, finds }) as unknown as Operation;
const unit = (params: Params, ...found: readonly (string | null)[]) => ({
  params,
  records: found.map((number) => ({ number })),
});

describe('missing', () => {
  const BY_NUMBER = { param: 'numbers', field: 'number' } as const;
  const NONE = { notFound: [], without: [], unnamed: 0 };

  test.each<[string, readonly Finds[], Parameters<typeof missingFrom>[1], Partial<ReturnType<typeof missingFrom>>]>([
    ['nothing', [BY_NUMBER], [unit({ numbers: ['a', 'b'] }, 'b', 'a')], {}],
    ['in another case', [BY_NUMBER], [unit({ numbers: ['a', 'B'] }, 'A', 'b')], {}],
    ['one', [BY_NUMBER], [unit({ numbers: ['a', 'b'] }, 'a', null)], { notFound: ['b'] }],
    [
      'of each unit its own',
      [BY_NUMBER],
      [unit({ numbers: ['a', 'b'] }, 'a'), unit({ numbers: ['c', 'd'] }, 'b', 'd')],
      { notFound: ['b', 'c'] },
    ],
    ['what may have no records', [{ ...BY_NUMBER, unsure: true }], [unit({ numbers: ['a'] })], { without: ['a'] }],
    ['where another param was asked for', [BY_NUMBER], [unit({ parts: ['a'] })], {}],
    ['where the param is no list', [BY_NUMBER], [unit({ numbers: 'a' })], {}],
    ['of another kind', [{ ...BY_NUMBER, when: { type: '0' } }], [unit({ numbers: ['a'], type: '1' })], {}],
    [
      'of this kind',
      [{ ...BY_NUMBER, when: { type: '0' } }],
      [unit({ numbers: ['a'], type: '0' })],
      { notFound: ['a'] },
    ],
    [
      'all, where no answer repeats them and nothing came',
      [{ param: 'numbers' }],
      [unit({ numbers: ['a', 'b'] })],
      { notFound: ['a', 'b'] },
    ],
    [
      'some, where no answer repeats them',
      [{ param: 'numbers' }],
      [unit({ numbers: ['a', 'b', 'c'] }, 'x')],
      { unnamed: 2 },
    ],
    ['where nothing is said of finding', [], [unit({ numbers: ['a'] })], {}],
  ])('%s', (_, finds, complete, expected) => {
    expect(missingFrom(operationOf(...finds), complete)).toEqual({ ...NONE, ...expected });
  });
});

describe('a hint', () => {
  const HINT = { unless: '9SI', says: 'Only those with 9SI.' };
  const operation = operationOf(
    { param: 'values', field: 'number', when: { type: '0' }, hint: HINT },
    { param: 'values', field: 'number', when: { type: '1' } },
  );

  test.each([
    ['one begins otherwise', { type: '0' }, ['9SIA', 'B'], [HINT.says]],
    ['all begin so', { type: '0' }, ['9SIA', '9sib'], []],
    ['none is missing', { type: '0' }, [], []],
    ['others were asked for', { type: '1' }, ['B'], []],
  ])('where %s', (_, params, identifiers, hints) => {
    expect(hintsFor(operation, params, identifiers)).toEqual(hints);
  });
});
