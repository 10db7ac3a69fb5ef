/** Reports requested identifiers without data, with hints about their spelling. */
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

describe('missing identifiers', () => {
  const BY_NUMBER = { param: 'numbers', field: 'number' } as const;
  const NONE = { notFound: [], without: [], unnamed: 0 };

  test.each<[string, readonly Finds[], Parameters<typeof missingFrom>[1], Partial<ReturnType<typeof missingFrom>>]>([
    ['none when all are returned', [BY_NUMBER], [unit({ numbers: ['a', 'b'] }, 'b', 'a')], {}],
    ['none when they differ only in case', [BY_NUMBER], [unit({ numbers: ['a', 'B'] }, 'A', 'b')], {}],
    ['one that was not returned', [BY_NUMBER], [unit({ numbers: ['a', 'b'] }, 'a', null)], { notFound: ['b'] }],
    [
      'are matched within each unit',
      [BY_NUMBER],
      [unit({ numbers: ['a', 'b'] }, 'a'), unit({ numbers: ['c', 'd'] }, 'b', 'd')],
      { notFound: ['b', 'c'] },
    ],
    [
      'that may have no records are listed separately',
      [{ ...BY_NUMBER, unsure: true }],
      [unit({ numbers: ['a'] })],
      { without: ['a'] },
    ],
    ['none when another param was requested', [BY_NUMBER], [unit({ parts: ['a'] })], {}],
    ['none when the param is not a list', [BY_NUMBER], [unit({ numbers: 'a' })], {}],
    [
      'none when the rule is for another type',
      [{ ...BY_NUMBER, when: { type: '0' } }],
      [unit({ numbers: ['a'], type: '1' })],
      {},
    ],
    [
      'are listed when the rule is for this type',
      [{ ...BY_NUMBER, when: { type: '0' } }],
      [unit({ numbers: ['a'], type: '0' })],
      { notFound: ['a'] },
    ],
    [
      "are all listed if responses don't repeat them and no record is returned",
      [{ param: 'numbers' }],
      [unit({ numbers: ['a', 'b'] })],
      { notFound: ['a', 'b'] },
    ],
    [
      'are counted when responses do not repeat them and some records are returned',
      [{ param: 'numbers' }],
      [unit({ numbers: ['a', 'b', 'c'] }, 'x')],
      { unnamed: 2 },
    ],
    ['none without a rule', [], [unit({ numbers: ['a'] })], {}],
  ])('%s', (_, finds, complete, expected) => {
    expect(missingFrom(operationOf(...finds), complete)).toEqual({ ...NONE, ...expected });
  });
});

describe('a hint about the spelling', () => {
  const HINT = { unless: '9SI', says: 'Only those with 9SI.' };
  const operation = operationOf(
    { param: 'values', field: 'number', when: { type: '0' }, hint: HINT },
    { param: 'values', field: 'number', when: { type: '1' } },
  );

  test.each([
    ['appears when a missing identifier starts differently', { type: '0' }, ['9SIA', 'B'], [HINT.says]],
    ['does not appear when all start as expected', { type: '0' }, ['9SIA', '9sib'], []],
    ['does not appear when none is missing', { type: '0' }, [], []],
    ['does not appear for another type', { type: '1' }, ['B'], []],
  ])('%s', (_, params, identifiers, hints) => {
    expect(hintsFor(operation, params, identifiers)).toEqual(hints);
  });
});
