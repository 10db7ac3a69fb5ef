// Injects Google and warehouse failures.
import type { Occasion, Refusal } from '../faults.ts';
import type { Host } from '../host.ts';
import { members } from '../members.ts';
import { isQuota } from '../services/quotas.ts';
import type { World } from './world.ts';

/** `others` are the step's other options. */
type Kind = (host: Host, asked: unknown, world: World, others: Record<string, unknown>) => void;

function atOccasion(occasion: Occasion): Kind {
  return ({ faults }, asked) => {
    const count = asked === true ? 1 : asked;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
      throw new Error(`Not a positive whole number: ${asked}`);
    faults.at(occasion, count);
  };
}

const kinds: Record<string, Kind> = {
  killAtServiceCall: atOccasion('serviceCall'),
  killAtFetch: atOccasion('fetch'),
  lockTimeout: atOccasion('lock'),
  spreadsheetTimeout: atOccasion('spreadsheetCall'),
  refuse: ({ faults }, asked) => faults.refuse(refusalIn(asked)),
  charts: ({ faults }) =>
    faults.refuse({
      member: 'Sheet.insertChart',
      in: 'any',
      times: Number.POSITIVE_INFINITY,
      message: 'Unexpected error while getting the method or property insertChart on object SpreadsheetApp.Sheet.',
    }),
  typedColumns: ({ workbook }, asked, _, { values }) => {
    const sheet = workbook.sheetByName(String(asked));
    if (!sheet) throw new Error(`Sheet not found: ${asked}`);
    workbook.book.typedColumns.set(sheet.sheetId, values === true ? 'values' : 'formats');
  },
  quota: ({ quotas }, asked) => {
    const name = String(asked);
    if (!isQuota(name)) throw new Error(`Unknown quota: ${name}`);
    quotas.reach(name);
  },
  formulasInText: ({ workbook }, asked) => {
    workbook.book.textKeepsFormulas = asked !== true;
  },
  sortLeavesHidden: ({ workbook }, asked) => {
    workbook.book.sortLeavesHidden = asked === true;
  },
  lateRefusals: ({ workbook }, asked) => {
    workbook.book.refusesLate = asked === true;
  },
  warehouse: (_, asked, { warehouse }) => {
    if (!warehouse) throw new Error('No warehouse is running. Start one with a "warehouse" step.');
    warehouse.order(asked as object);
  },
  missingZone: ({ faults }, asked) => faults.missZone(String(asked)),
  evictCache: ({ stores }, asked) => {
    const part = asked === true ? 1 : asked;
    if (typeof part !== 'number' || !(part >= 0 && part <= 1)) throw new Error(`Not a number from 0 to 1: ${asked}`);
    stores.evict(part);
  },
};

/** Google's most common error; any service can throw it. */
const USUAL = "We're sorry, a server error occurred. Please wait a bit and try again.";

const places: readonly Refusal['in'][] = ['formula', 'any', 'open', 'menu', 'sidebar', 'trigger'];

function refusalIn(asked: unknown): Refusal {
  const given = asked as Record<string, unknown> | null;
  if (typeof given !== 'object' || given === null) throw new Error(`Not a refusal: ${given}`);
  const { member, in: place = 'any', times = 1, message = USUAL } = given;
  if (!members.has(String(member)))
    throw new Error(`Unknown member ${member}. Use a name such as "Lock.tryLock" from test/host/members.md.`);
  const found = places.find((each) => each === place);
  if (!found) throw new Error(`Unknown execution kind "${place}". Use one of these: ${places.join(', ')}.`);
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 0)
    throw new Error(`"times" must be a whole number, or 0 for always: ${times}`);
  return {
    member: String(member),
    in: found,
    times: times || Number.POSITIVE_INFINITY,
    message: String(message),
  };
}

export async function fault(world: World, asked: Record<string, unknown> | null): Promise<unknown> {
  const host = await world.host();
  if (asked === null) {
    host.faults.clear();
    host.quotas.forgetReached();
    host.workbook.book.textKeepsFormulas = true;
    host.workbook.book.sortLeavesHidden = false;
    host.workbook.book.refusesLate = false;
    host.workbook.book.typedColumns.clear();
    world.warehouse?.clearErrors();
    return null;
  }
  const { values, ...faults } = asked;
  const names = Object.keys(faults);
  const isOption = values === undefined || 'typedColumns' in faults;
  if (names.length === 0 || !isOption || !names.every((name) => Object.hasOwn(kinds, name)))
    throw new Error(`Unknown fault: ${JSON.stringify(asked)}`);
  for (const name of names) kinds[name]!(host, faults[name], world, { values });
  return null;
}
