import { parseArgs } from 'node:util';
import { faultMix } from './gateway/fault-mix.ts';
import {
  type Caps,
  type Fault,
  type FaultKind,
  faultKinds,
  type MarketplaceOptions,
  type Scenario,
  scenarios,
} from './options.ts';

export const USAGE =
  'Usage: npm run --silent market -- [--port 0] [--seed 1] [--scenario calm] [--items 500] [--orders 300] ' +
  '[--latency 0] [--caps spec|none|N] [--clock ISO] [--faults KIND[:SHARE],...]\n' +
  `Scenarios: ${scenarios.join(', ')}\nFaults: ${faultKinds.join(', ')}`;

export class UnusableOption extends Error {}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value >= least && value <= most) return value;
  throw new UnusableOption(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`);
}

function scenarioOf(text: string): Scenario {
  const scenario = scenarios.find((one) => one === text);
  if (scenario) return scenario;
  throw new UnusableOption(`--scenario must be one of ${scenarios.join(', ')}, not "${text}"`);
}

const capsOf = (text: string): Caps =>
  text === 'spec' || text === 'none' ? text : (wholeNumber('caps', text, 1, 1_000_000_000) as number);

/** Parses `KIND[:SHARE]` lists. */
function faultsOf(texts: readonly string[]): Fault[] {
  const faults = texts
    .flatMap((text) => text.split(','))
    .map((text): Fault => {
      const [kind, share] = text.trim().split(/:(.*)/s) as [FaultKind, string | undefined];
      if (share === undefined) return { kind };
      return { kind, share: /^\d*\.?\d+$/.test(share) ? Number(share) : Number.NaN };
    });
  try {
    faultMix(faults);
  } catch (error) {
    throw new UnusableOption(`--faults: ${(error as Error).message}`);
  }
  return faults;
}

/** A running clock that starts at the given time. */
function clockOf(text: string): () => number {
  // `Date.parse` uses the local time zone if a time has no offset.
  const complete = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const instant = ISO.test(text) ? Date.parse(complete) : Number.NaN;
  if (Number.isNaN(instant)) {
    throw new UnusableOption(`--clock must be an ISO 8601 time such as 2025-06-16T18:00:00Z, not "${text}"`);
  }
  const ahead = instant - Date.now();
  let first = true;
  return () => {
    // The first reading is exactly the given time, because the data depends on it.
    if (!first) return Date.now() + ahead;
    first = false;
    return instant;
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        seed: text,
        scenario: text,
        items: text,
        orders: text,
        latency: text,
        caps: text,
        clock: text,
        faults: { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    throw new UnusableOption((error as Error).message);
  }
}

export function readOptions(args: readonly string[]): MarketplaceOptions {
  const values = parse(args);
  const given = {
    port: wholeNumber('port', values.port, 0, 65_535),
    seed: wholeNumber('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    scenario: values.scenario === undefined ? undefined : scenarioOf(values.scenario),
    items: wholeNumber('items', values.items, 1, 1_000_000),
    orders: wholeNumber('orders', values.orders, 0, 1_000_000),
    latency: wholeNumber('latency', values.latency, 0, 600_000),
    caps: values.caps === undefined ? undefined : capsOf(values.caps),
    faults: values.faults === undefined ? undefined : faultsOf(values.faults),
    now: values.clock === undefined ? undefined : clockOf(values.clock),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as MarketplaceOptions;
}
