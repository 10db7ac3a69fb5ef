/** What was sold of an item in a time: the falls of its stock while there was some, which tell its demand. */

/** A day of looks at an item's stock, as *Stock days* keeps it. */
export interface SalesDay {
  /** Days since 1970-01-01, of the calendar of the spreadsheet's zone. */
  readonly day: number;
  /** Looks that found stock, as the one before had, and no more than that. */
  readonly looks: number;
  readonly fallen: number;
  readonly squaredFalls: number;
  readonly risen: number;
  /** Hours between the looks that are counted: time without stock is no time without demand. */
  readonly hours: number;
}

/** What a forecast rests on. */
export interface Sales {
  readonly units: number;
  /** Days with stock in which they were sold. */
  readonly days: number;
  /** How much more the falls vary than single sales at a steady rate would: at least 1. */
  readonly dispersion: number;
}

/** The shortest of these windows, in days, that holds so many units. */
const WINDOWS = [28, 42, 60] as const;
const ENOUGH = 20;

/** The longest time that anything is asked of. */
export const LONGEST_WINDOW = WINDOWS[2];

/** Of the window that ends with `today`. */
export function recentSales(all: readonly SalesDay[], today: number): Sales {
  const within = (window: number) => all.filter(({ day }) => day > today - window && day <= today);
  const window = WINDOWS.find((each) => sum(within(each), 'fallen') >= ENOUGH) ?? LONGEST_WINDOW;
  const days = within(window);
  return { units: sum(days, 'fallen'), days: sum(days, 'hours') / 24, dispersion: dispersionOf(days) };
}

/** Pearson's: squared differences from what a steady rate would sell between two looks, over that. */
export function dispersionOf(days: readonly SalesDay[]): number {
  const looks = sum(days, 'looks');
  const rate = sum(days, 'fallen') / sum(days, 'hours');
  if (looks < 2 || !(rate > 0)) return 1;
  const squares = days.reduce((total, { looks, fallen, squaredFalls, hours }) => {
    if (hours <= 0) return total;
    const expected = (rate * hours) / looks;
    return total + (squaredFalls - 2 * expected * fallen + looks * expected ** 2) / expected;
  }, 0);
  return Math.max(1, squares / (looks - 1));
}

export function sum<K extends string>(all: readonly { readonly [key in K]: number }[], of: K): number {
  return all.reduce((total, each) => total + each[of], 0);
}
