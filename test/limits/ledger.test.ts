/** The ledger, one execution after another, on a clock that is set by hand. */
import { describe, expect, test } from 'vitest';
import { GRAIN, IN_FLIGHT, SKEW } from '../../src/limits/account.ts';
import { callsLeft, type Grant, type Ledger, ledgerOf } from '../../src/limits/ledger.ts';
import { freeAt } from '../../src/limits/slots.ts';
import { type PaperPlace, paperPlace } from './paper-place.ts';

const OPERATION = 'price-history';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** At a full hour, so that instants need no rounding. */
const NOW = Date.UTC(2025, 5, 16, 12);
const CAP = 100;
/** An hour, and how far clocks may be apart. */
const BACK = HOUR + SKEW;

const ledgerIn = (...places: PaperPlace[]): Ledger => ledgerOf(places, 'A1B2', () => CAP);

/** Reserves what is free now, for an execution of six minutes. */
function reserve(ledger: Ledger, wanted: number, now = NOW): Grant {
  return ledger.reserve(OPERATION, wanted, { now, lease: now + 6 * MINUTE });
}

/** Makes calls that are over at `now`. */
function call(ledger: Ledger, count: number, now = NOW): void {
  const { loan } = reserve(ledger, count, now);
  ledger.settle(loan!, [{ at: now, count }], now);
}

const left = (ledger: Ledger, now: number) => callsLeft(ledger.outlook(OPERATION, now), now);

describe('what is free', () => {
  test('is the whole cap at first, less what others reserved', () => {
    const ledger = ledgerIn(paperPlace());
    expect(reserve(ledger, 70)).toMatchObject({ granted: 70, nextAt: NOW });
    expect(reserve(ledger, 70).granted).toBe(30);
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, turns: [], loan: null });
  });

  test('comes back an hour after the calls were over, and not before', () => {
    const ledger = ledgerIn(paperPlace());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(
      loan!,
      [
        { at: NOW + 2 * SECOND, count: 60 },
        { at: NOW + 5 * SECOND, count: 40 },
      ],
      NOW + 5 * SECOND,
    );
    expect(left(ledger, NOW + 2 * SECOND + BACK - 1)).toBe(0);
    expect(left(ledger, NOW + 2 * SECOND + BACK)).toBe(60);
    expect(left(ledger, NOW + 5 * SECOND + BACK - 1)).toBe(60);
    expect(left(ledger, NOW + 5 * SECOND + BACK)).toBe(CAP);
  });

  test('is never early by the rounding', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, 1, NOW + 1);
    expect(left(ledger, NOW + BACK)).toBe(CAP - 1);
    expect(left(ledger, NOW + BACK + GRAIN)).toBe(CAP);
  });

  test('has at once what was reserved and not used', () => {
    const ledger = ledgerIn(paperPlace());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(loan!, [{ at: NOW, count: 10 }], NOW);
    expect(left(ledger, NOW)).toBe(90);
  });

  test('counts calls that were repeated beyond what was reserved', () => {
    const ledger = ledgerIn(paperPlace());
    const { loan } = reserve(ledger, 10);
    ledger.settle(loan!, [{ at: NOW, count: 13 }], NOW);
    expect(left(ledger, NOW)).toBe(87);
  });

  test('is kept for each seller and operation', () => {
    const place = paperPlace();
    call(ledgerIn(place), CAP);
    const other = ledgerOf([place], 'C3D4', () => CAP);
    expect(left(other, NOW)).toBe(CAP);
    expect(ledgerIn(place).outlook('orders', NOW).free).toEqual([{ at: NOW, count: CAP }]);
    expect([...place.texts.keys()]).toEqual(['ledger.A1B2.price-history']);
  });

  test('is told for days to come: when the next is free, and when there are more', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, 60);
    call(ledger, 40, NOW + MINUTE);
    const { free } = ledger.outlook(OPERATION, NOW + 2 * MINUTE);
    expect([1, 60, 61, 100, 101].map((count) => freeAt(free, count))).toEqual([
      NOW + BACK,
      NOW + BACK,
      NOW + MINUTE + BACK,
      NOW + MINUTE + BACK,
      null,
    ]);
    expect(reserve(ledger, 1, NOW + 2 * MINUTE).nextAt).toBe(NOW + BACK);
  });
});

describe('an execution that ends anywhere', () => {
  test('before it settles costs its lease, as if all was called at its very end', () => {
    const ledger = ledgerIn(paperPlace());
    reserve(ledger, CAP);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(0);
    expect(left(ledger, back)).toBe(CAP);
  });

  test('costs no more than that when others go on', () => {
    const ledger = ledgerIn(paperPlace());
    reserve(ledger, 40);
    for (let minute = 10; minute < 60; minute += 10) call(ledger, 10, NOW + minute * MINUTE);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(10);
    expect(left(ledger, back)).toBe(50);
  });

  test('while others hold the ledger for too long grants nothing, and settles nothing', () => {
    const place = paperPlace();
    const ledger = ledgerIn(place);
    const { loan } = reserve(ledger, 10);
    place.isHeldByOthers = true;
    expect(reserve(ledger, 1)).toEqual({ granted: 0, turns: [], loan: null, nextAt: null, left: null });
    expect(ledger.settle(loan!, [], NOW)).toBe(false);
    place.isHeldByOthers = false;
    expect(left(ledger, NOW)).toBe(90);
  });

  test('late, long after its lease was written off, counts twice rather than not at all', () => {
    const ledger = ledgerIn(paperPlace());
    const { loan } = reserve(ledger, 10);
    call(ledger, 1, NOW + 20 * MINUTE);
    ledger.settle(loan!, [{ at: NOW + 20 * MINUTE, count: 10 }], NOW + 20 * MINUTE);
    expect(left(ledger, NOW + 20 * MINUTE)).toBe(CAP - 21);
  });

  test('however many do so', () => {
    const place = paperPlace();
    const ledger = ledgerIn(place);
    for (let count = 0; count < CAP; count++) expect(reserve(ledger, 1).granted).toBe(1);
    expect(reserve(ledger, 1).granted).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(0);
  });
});

test('a call without an answer may be counted later than one with an answer', () => {
  const ledger = ledgerIn(paperPlace());
  const { loan } = reserve(ledger, 20);
  ledger.settle(loan!, [{ at: NOW, count: 20, unanswered: 1 }], NOW);
  expect(left(ledger, NOW + BACK)).toBe(CAP - 1);
  expect(left(ledger, NOW + IN_FLIGHT + BACK)).toBe(CAP);
});

describe('slots that come free within a run', () => {
  const patience = { until: NOW + 2 * HOUR, asleep: 10 * SECOND, atOnce: 20, batch: SECOND };

  test('are granted with their times, and belong to nobody else', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, 80);
    call(ledger, 20, NOW + 5 * SECOND);
    const now = NOW + BACK - SECOND;
    const grant = ledger.reserve(OPERATION, CAP, { now, lease: now + 6 * MINUTE, patience });
    expect(grant).toMatchObject({
      granted: CAP,
      turns: [
        { at: NOW + BACK, count: 80 },
        { at: NOW + 5 * SECOND + BACK, count: 20 },
      ],
    });
    expect(left(ledger, NOW + BACK + MINUTE)).toBe(0);
    ledger.settle(grant.loan!, [{ at: NOW + BACK + 10 * SECOND, count: CAP }], NOW + BACK + 10 * SECOND);
    expect(left(ledger, NOW + BACK + MINUTE)).toBe(0);
    expect(left(ledger, NOW + 10 * SECOND + 2 * BACK)).toBe(CAP);
  });

  test('are left to others where it would have to be waited for too long', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, CAP);
    const now = NOW + BACK - 11 * SECOND;
    expect(ledger.reserve(OPERATION, CAP, { now, lease: now + MINUTE, patience })).toMatchObject({
      granted: 0,
      nextAt: NOW + BACK,
    });
  });
});

test('what is to be left for others is not granted', () => {
  const ledger = ledgerIn(paperPlace());
  const terms = { now: NOW, lease: NOW + MINUTE, keep: 30 };
  expect(ledger.reserve(OPERATION, CAP, terms)).toMatchObject({ granted: 70, nextAt: null });
  expect(ledger.reserve(OPERATION, CAP, terms).granted).toBe(0);
  expect(reserve(ledger, CAP).granted).toBe(30);
});

describe('in two places', () => {
  test('a slot has to be free in each', () => {
    const [workbook, another, person] = [paperPlace(), paperPlace(), paperPlace()];
    call(ledgerIn(workbook, person), 30);
    call(ledgerIn(another, person), 50);
    expect(left(ledgerIn(workbook, person), NOW)).toBe(20);
    expect(left(ledgerIn(workbook), NOW)).toBe(70);
    call(ledgerIn(workbook), 65);
    expect(left(ledgerIn(workbook, person), NOW)).toBe(5);
    expect(left(ledgerIn(another, person), NOW)).toBe(20);
  });

  test('the later of two returns counts', () => {
    const [workbook, person] = [paperPlace(), paperPlace()];
    call(ledgerIn(workbook), 40);
    call(ledgerIn(person), 30, NOW + MINUTE);
    const { free } = ledgerIn(workbook, person).outlook(OPERATION, NOW + 2 * MINUTE);
    expect(free).toEqual([
      { at: NOW + 2 * MINUTE, count: 60 },
      { at: NOW + BACK, count: 10 },
      { at: NOW + MINUTE + BACK, count: 30 },
    ]);
  });

  test('nothing is granted while one of them is held by others', () => {
    const [workbook, person] = [paperPlace(), paperPlace()];
    person.isHeldByOthers = true;
    expect(reserve(ledgerIn(workbook, person), 1).granted).toBe(0);
    expect(workbook.writes).toBe(0);
  });
});

test('a reservation and a settlement are one read and one write each, a look is one read', () => {
  const places = [paperPlace(), paperPlace()];
  const ledger = ledgerIn(...places);
  const counts = () => places.map(({ reads, writes }) => [reads, writes]);
  const { loan } = reserve(ledger, 10);
  expect(counts()).toEqual([
    [1, 1],
    [1, 1],
  ]);
  ledger.settle(loan!, [{ at: NOW, count: 10 }], NOW);
  ledger.outlook(OPERATION, NOW);
  expect(counts()).toEqual([
    [3, 2],
    [3, 2],
  ]);
});

describe('what cannot be read', () => {
  const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;

  test('counts as everything spent just now, and says so', () => {
    const place = paperPlace();
    const ledger = ledgerIn(place);
    call(ledger, 1);
    const [key] = place.texts.keys();
    place.texts.set(key!, '{"version":2}');
    expect(ledger.outlook(OPERATION, NOW)).toMatchObject({
      restarted: true,
      free: [{ at: back, count: CAP }],
    });
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, nextAt: back, left: { restarted: true } });
    // From then on it is known.
    expect(reserve(ledger, 1, NOW + MINUTE)).toMatchObject({ nextAt: back, left: { restarted: false } });
    expect(left(ledger, back)).toBe(CAP);
  });

  test('when a loan is settled, its calls are not forgotten', () => {
    const place = paperPlace();
    const ledger = ledgerIn(place);
    const { loan } = reserve(ledger, 10);
    place.texts.set('ledger.A1B2.price-history', '?');
    ledger.settle(loan!, [{ at: NOW + MINUTE, count: 10 }], NOW + MINUTE);
    expect(left(ledger, back)).toBe(0);
    expect(left(ledger, back + MINUTE)).toBe(CAP);
  });

  test('does not give its leases to those of the next ones', () => {
    const place = paperPlace();
    const ledger = ledgerIn(place);
    const { loan: before } = reserve(ledger, 10);
    place.texts.clear();
    ledger.reserve(OPERATION, 20, { now: NOW + SECOND, lease: NOW + 6 * MINUTE });
    ledger.settle(before!, [], NOW + SECOND);
    expect(left(ledger, NOW + SECOND)).toBe(80);
  });
});

describe('a clock that goes back', () => {
  test('between two executions makes nothing free early', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, 50);
    const { loan } = reserve(ledger, 50, NOW - 10 * MINUTE);
    ledger.settle(loan!, [{ at: NOW - 10 * MINUTE, count: 50 }], NOW - 10 * MINUTE);
    expect(left(ledger, NOW - 10 * MINUTE)).toBe(0);
    expect(left(ledger, NOW - MINUTE + BACK)).toBe(0);
    // It is not known when the calls were made: by a clock that went on, at the end of the lease at the latest.
    expect(left(ledger, NOW + BACK)).toBe(50);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });

  test('between reservation and settlement makes nothing free early', () => {
    const ledger = ledgerIn(paperPlace());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(loan!, [{ at: NOW - HOUR, count: CAP }], NOW - HOUR);
    expect(left(ledger, NOW + BACK - 1)).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });

  test('for an execution that does not settle makes nothing free early', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, 50);
    reserve(ledger, 50, NOW - 10 * MINUTE);
    expect(left(ledger, NOW + BACK)).toBe(50);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(50);
  });

  test('by more than a day makes all that was kept doubtful', () => {
    const ledger = ledgerIn(paperPlace());
    call(ledger, 1);
    const now = NOW - 25 * HOUR;
    expect(reserve(ledger, 1, now)).toMatchObject({ granted: 0, left: { restarted: true } });
    expect(left(ledger, now + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });
});

test('another documented cap takes effect at once', () => {
  const place = paperPlace();
  call(ledgerIn(place), 80);
  expect(
    left(
      ledgerOf([place], 'A1B2', () => 50),
      NOW,
    ),
  ).toBe(0);
  expect(
    left(
      ledgerOf([place], 'A1B2', () => 200),
      NOW,
    ),
  ).toBe(120);
});
