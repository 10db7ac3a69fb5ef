/** What is to be said of an item's stock: how long it lasts, and what to buy, or why that cannot be told. */
import { daysLeft, type Forecast, forecastOf, unitsSold } from './item-forecast.ts';
import type { Prior } from './prior.ts';
import { type Failing, failing, type ScoreRecord } from './score.ts';
import { recentSales, type SalesDay } from './stock-falls.ts';
import { trendOf } from './trend.ts';

/** Less is too early to tell anything. */
export const FEWEST_DAYS = 7;
export const FEWEST_UNITS = 5;

/** Nobody plans for longer, and a forecast knows nothing of it. In days. */
const LONGEST = 999;

export interface Outlook {
  readonly daysObserved: number;
  readonly unitsADay: number;
  readonly forecast: Forecast;
  /** How many days the stock lasts at least, with a chance of 90, 50 and 10 %; to a tenth. */
  readonly daysLeft: { readonly p10: number; readonly p50: number; readonly p90: number };
  /** Why it is not to be relied on. */
  readonly doubt: 'rising' | 'falling' | Failing | undefined;
}

/** Nothing where it is too early. */
export function outlookOf(
  days: readonly SalesDay[],
  stock: number,
  today: number,
  prior: Prior,
  record: ScoreRecord,
): Outlook | undefined {
  const sales = recentSales(days, today);
  if (sales.days < FEWEST_DAYS || sales.units < FEWEST_UNITS) return undefined;
  const forecast = forecastOf(sales, prior);
  const left = (chance: number) => Number(Math.min(LONGEST, daysLeft(forecast, stock, chance)).toFixed(1));
  return {
    daysObserved: sales.days,
    unitsADay: sales.units / sales.days,
    forecast,
    daysLeft: { p10: left(0.1), p50: left(0.5), p90: left(0.9) },
    doubt: trendOf(days, today) ?? failing(record),
  };
}

/** Units that are missing with a chance of a half by the time that an order of today arrives. */
export function unitsMissed({ forecast }: Outlook, stock: number, leadTime: number): number {
  return leadTime > 0 ? Math.max(0, unitsSold(forecast, leadTime, 0.5) - Math.max(stock, 0)) : 0;
}

/** What covers demand until the next order's arrival in nine of ten cases. */
export function unitsNeeded({ forecast }: Outlook, days: number): number {
  return days > 0 ? unitsSold(forecast, days, 0.9) : 0;
}
