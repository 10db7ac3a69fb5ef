/** Performs a seller's first actions with the add-on and records the workbook's content after each. */
import type { Host, HostOptions } from '../host/host.ts';
import type { Announcement } from '../marketplace/server.ts';
import { sheetsOf } from './document-snapshot.ts';
import { type Mode, PreparedBook, worldOf } from './prepared-book.ts';
import { type Reply, repliesOf } from './scenario.ts';
import { connectionTo, pullsFrom } from './shop.ts';

const MINUTE = 60_000;

interface Act {
  readonly name: string;
  readonly steps: readonly object[];
  /** If this returns false, the user repeats the action. */
  readonly isDone: (reply: Reply) => boolean;
}

const isOk = ({ ok, value }: Reply) => ok && value?.ok !== false;
const isPulled = (reply: Reply) => isOk(reply) && reply.value.state === 'done';
const isSaid = (expected: RegExp) => (reply: Reply) => isOk(reply) && expected.test(reply.value.shown[0]?.text);

function formulasIn({ itemNumbers, campaigns: [campaign] }: Announcement): Readonly<Record<string, string>> {
  const items = itemNumbers.slice(0, 3).map((item, index) => [`A${index + 1}`, item] as const);
  return {
    ...Object.fromEntries(items),
    B1: '=MARKET_STOCK(A1:A3)',
    C1: '=MARKET_STOCK(A1)',
    C2: '=MARKET_PRICE(A2)',
    C3: '=MARKET_ORDER(Orders!A2,"Order status")',
    C4: '=MARKET_QUOTA("orders","cap")',
    A10: `=MARKET_KEYWORDS("${campaign}",,,,,"keyword,bid")`,
    D10: '=MARKET_PRICE_HISTORY(A1,,5,"request time stamp,target unit price")',
    G10: '=MARKET_AD_PERFORMANCE("2025-06-01","2025-06-10",,,"campaign number,spend")',
  };
}
const SHOWN = { get: 'Sheet1!A1:H30', as: 'display' };

/** Includes a run of the schedule, which is hourly in an add-on. */
const AWHILE: Readonly<Record<Mode, string>> = { bound: 'PT35M', addon: 'PT65M' };
/** So that the schedule starts after midnight in California: it pulls the same days of ads, however late it runs. */
const BETWEEN_ACTS = 80 * MINUTE;

function actsIn(shop: Announcement, mode: Mode): readonly Act[] {
  const typed = Object.entries(formulasIn(shop)).map(([cell, text]) => [`Sheet1!${cell}`, text]);
  const type = [{ cells: Object.fromEntries(typed) }, { recalculate: true }, SHOWN];
  return [
    { name: 'connect', steps: [{ connect: connectionTo({ announcement: shop }) }], isDone: isOk },
    ...pullsFrom({ announcement: shop }).map((step) => {
      const { operation } = (step as { pull: { operation: string } }).pull;
      return { name: `pull ${operation}`, steps: [step], isDone: isPulled };
    }),
    { name: 'formulas', steps: type, isDone: ({ value }) => !JSON.stringify(value).includes('#ERROR!') },
    { name: 'undo', steps: [{ menu: 'Undo last run' }], isDone: isSaid(/undone|nothing to/i) },
    { name: 'jobs', steps: [{ menu: 'Set up standard jobs' }], isDone: isSaid(/The (first|next) run is at/) },
    { name: 'schedule', steps: [{ advance: AWHILE[mode] }], isDone: isOk },
    { name: 'demo', steps: [{ menu: 'Try with the demo shop' }], isDone: isSaid(/^Demo data loaded/) },
  ];
}

export interface Platform {
  readonly language: NonNullable<HostOptions['language']>;
  readonly latency: number;
  /** A Google API member that throws once per action. */
  readonly refused?: string;
}

export interface Hours {
  readonly sheets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly failed: readonly string[];
  /** In milliseconds. */
  readonly longest: Readonly<Record<string, number>>;
  readonly members: readonly string[];
}

export class FirstHours {
  constructor(
    readonly mode: Mode,
    readonly acts?: readonly string[],
  ) {}

  readonly #book = new PreparedBook();
  #shop: Announcement | undefined;

  async open(): Promise<void> {
    const [, market] = await this.#book.go([
      { open: { mode: this.mode } },
      { market: { orders: 30, items: 15, caps: 'none', latency: 300 } },
    ]);
    this.#shop = market!.value as Announcement;
  }

  async on({ language, latency, refused }: Platform): Promise<Hours> {
    const host = await this.#book.twin({ language, latency });
    const world = worldOf(host);
    await host.open();
    const opened = host.clock.now();
    const sheets = new Map<string, ReadonlyMap<string, string>>();
    const failed: string[] = [];
    const acts = actsIn(this.#shop!, this.mode).filter(({ name }) => this.acts?.includes(name) ?? true);
    for (const [index, { name, steps, isDone }] of acts.entries()) {
      // Start each action at a fixed time, regardless of earlier delays.
      host.clock.moveTo(opened + index * BETWEEN_ACTS);
      if (refused !== undefined)
        host.faults.refuse({ member: refused, in: 'any', times: 1, message: 'エラーが発生しました。' });
      let last = (await repliesOf(world, steps)).at(-1)!;
      host.faults.clear();
      if (!isDone(last)) {
        host.clock.moveTo(host.clock.now() + 2 * MINUTE);
        last = (await repliesOf(world, steps)).at(-1)!;
      }
      if (!isDone(last)) failed.push(`${name}: ${JSON.stringify(last)}`);
      sheets.set(name, seen(host, opened));
    }
    const longest: Record<string, number> = {};
    for (const { name, ms } of host.statistics.executions) longest[name] = Math.max(longest[name] ?? 0, ms);
    return { sheets, failed, longest, members: [...host.statistics.members].sort() };
  }

  close(): Promise<void> {
    return this.#book.close();
  }
}

const RUN_SHEETS = ['Jobs', 'Status'];

/** The shop never changes, so any later time is the add-on's read or write time. */
function seen(host: Host, opened: number): ReadonlyMap<string, string> {
  const sheets = [...sheetsOf(host)].filter(([name]) => !RUN_SHEETS.includes(name));
  const untimed = (text: string) =>
    text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => (Date.parse(at) > opened ? 'later' : at));
  return new Map(sheets.map(([name, text]) => [name, untimed(text)]));
}
