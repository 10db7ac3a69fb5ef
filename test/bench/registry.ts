import { cold } from './cold.ts';
import { decode } from './decode.ts';
import { economy } from './economy.ts';
import { exporting } from './export.ts';
import { freshness } from './freshness.ts';
import { growth } from './growth.ts';
import { host } from './host.ts';
import { insights } from './insights.ts';
import { ledger } from './ledger.ts';
import type { Measure } from './measure.ts';
import { memory } from './memory.ts';
import { patience } from './patience.ts';
import { planner } from './planner.ts';
import { storm } from './storm.ts';
import { tables } from './tables.ts';

export const measures: readonly Measure[] = [
  host,
  cold,
  decode,
  memory,
  tables,
  ledger,
  planner,
  freshness,
  economy,
  growth,
  storm,
  patience,
  insights,
  exporting,
];
