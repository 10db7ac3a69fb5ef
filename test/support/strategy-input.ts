/** A strategy's input, with the workbook's data as lists. */
import type {
  KnownCampaign,
  KnownItem,
  KnownRequest,
  OrderAge,
  StrategyInput,
  WorkbookView,
} from '../../src/schedule/strategies/strategy.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** 5:00 AM on a Monday in Pacific time. */
export const NOW = Date.UTC(2025, 5, 16, 12);

interface Known {
  readonly orders?: readonly OrderAge[];
  readonly items?: readonly KnownItem[];
  readonly campaigns?: readonly KnownCampaign[];
  readonly requests?: readonly KnownRequest[];
  /** By part number. */
  readonly sales?: Readonly<Record<string, number>>;
}

export function viewWith(known: Known): WorkbookView {
  return {
    orders: () => known.orders ?? [],
    items: () => known.items ?? [],
    campaigns: () => known.campaigns ?? [],
    requests: () => known.requests ?? [],
    sales: () => (item) => known.sales?.[item.itemNumber ?? ''] ?? 0,
  };
}

export function input(known: Known, more: Partial<StrategyInput> = {}): StrategyInput {
  const now = more.now ?? NOW;
  return {
    filter: {},
    state: {},
    view: viewWith(known),
    now,
    cycleAt: now,
    isContinuous: false,
    interval: HOUR / 6,
    calls: 100,
    callsPerHour: 500,
    ...more,
  };
}

/** Identifiers such as A000007. */
export function names(count: number, prefix = 'A', from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(from + index).padStart(6, '0')}`);
}
