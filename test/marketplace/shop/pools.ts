/** Units of one item that one party ships: sold as they are wanted and received anew, hour by hour. */
import { Draws } from '../chance.ts';
import { type Demand, wantedOn } from './demand.ts';
import type { Shop } from './shop.ts';

/** What happened within the hour that ends at this one. */
export interface Flow {
  wanted: number;
  /** As far as there was something to sell. */
  sold: number;
  received: number;
}

export interface Pool {
  /** Units that are there at a whole hour since the opening, also before it. */
  leftAt: (hour: number) => number;
  /** From the first hour after the opening to the last. */
  flowsUpTo: (hour: number) => Flow[];
}

export interface Supply {
  atOpening: number;
  /** When this is all that is left, more is ordered. */
  reorderAt: number;
  /** Units of a receipt. */
  batch: number;
  /** From the order to the receipt; 0 for a receipt before anything lacks. */
  leadHours: number;
}

/** Of units that orders took before the opening, those that an hour did not know yet. */
export type TakenSince = (hour: number) => number;

interface State {
  left: number;
  /** The hour in which the receipt comes that has been ordered. */
  due: number;
}

interface LivedHour extends Flow {
  /** Units that are there at its end. */
  left: number;
}

const DAY_HOURS = 24;
const NEVER = Number.POSITIVE_INFINITY;

/** More than a few orders take: before the opening, a receipt can be told from a sale. */
const SMALLEST_RECEIPT = 24;

/** A seller who orders more by a rule of thumb, which is good for some items and too late for others. */
export function usualSupply(demand: Demand, draws: Draws, generous = false): Supply {
  const leadDays = draws.whole(2, 14);
  const safety = draws.pick(generous ? [2.4] : [0.4, 0.8, 1.2, 1.6]);
  const batch = Math.max(4, Math.ceil(demand.unitsADay * draws.whole(14, 45)));
  const reorderAt = Math.round(demand.unitsADay * leadDays * safety);
  return {
    atOpening: draws.whole(1, reorderAt + batch),
    reorderAt,
    batch,
    leadHours: leadDays * DAY_HOURS,
  };
}

/** Never less than `least`. */
export const ampleSupply = (demand: Demand, draws: Draws, least: number): Supply => {
  const batch = Math.ceil(demand.unitsADay * 30) + 12;
  return { atOpening: least + draws.whole(1, batch), reorderAt: least, batch, leadHours: 0 };
};

/** Sold out before the opening, and never received again. */
export const NO_SUPPLY: Supply = { atOpening: 0, reorderAt: 0, batch: 0, leadHours: NEVER };

export class DemandPool implements Pool {
  /** At the begin of each day since the opening. */
  private readonly mornings: State[];
  private latest: { day: number; hours: LivedHour[] } = { day: -1, hours: [] };

  constructor(
    private readonly shop: Shop,
    private readonly demand: Demand,
    private readonly supply: Supply,
    private readonly takenSince: TakenSince,
  ) {
    const { atOpening, reorderAt, leadHours } = supply;
    const first = new Draws(demand.seed, atOpening).whole(1, Number.isFinite(leadHours) ? leadHours : 1);
    this.mornings = [{ left: atOpening, due: atOpening <= reorderAt && leadHours < NEVER ? first : NEVER }];
  }

  leftAt(hour: number): number {
    if (hour <= 0) return this.leftBefore(hour);
    const day = Math.floor((hour - 1) / DAY_HOURS);
    // Who asks again is mostly on the same day.
    if (this.latest.day !== day) this.latest = { day, hours: this.live(day) };
    return this.latest.hours[hour - 1 - day * DAY_HOURS]?.left as number;
  }

  flowsUpTo(hour: number): Flow[] {
    const days = Math.ceil(hour / DAY_HOURS);
    return Array.from({ length: days }, (_, day) => this.live(day))
      .flat()
      .slice(0, hour);
  }

  /** Before the opening it falls evenly, and by what orders took; what is less than nothing has been received. */
  private leftBefore(hour: number): number {
    const { atOpening, batch } = this.supply;
    const least = Math.min(1, atOpening);
    const cycle = Math.max(atOpening, batch) + SMALLEST_RECEIPT;
    const evenly = Math.ceil((-hour * this.demand.unitsADay) / DAY_HOURS);
    return least + ((atOpening - least + evenly + this.takenSince(hour)) % cycle);
  }

  private live(day: number): LivedHour[] {
    for (let known = this.mornings.length; known <= day; known++) this.live(known - 1);
    let { left, due } = this.mornings[day] as State;
    const { batch, leadHours, reorderAt } = this.supply;
    const hours = wantedOn(this.shop, this.demand, day).map((wanted, at): LivedHour => {
      const hour = day * DAY_HOURS + at + 1;
      let received = hour === due ? batch : 0;
      if (leadHours === 0 && left - wanted < reorderAt) received = batch + wanted;
      if (received > 0) due = NEVER;
      const sold = Math.min(left + received, wanted);
      left += received - sold;
      if (left <= reorderAt && due === NEVER && leadHours > 0) due = hour + this.leadFrom(hour);
      return { wanted, sold, received, left };
    });
    this.mornings[day + 1] = { left, due };
    return hours;
  }

  /** Suppliers are not punctual. */
  private leadFrom(hour: number): number {
    const share = 0.7 + 0.6 * new Draws(this.demand.seed, hour, 1).unit();
    return Math.max(1, Math.round(this.supply.leadHours * share));
  }
}

/** What is there goes within a day, and nothing comes. */
export class SellOutPool implements Pool {
  constructor(
    private readonly atOpening: number,
    private readonly takenSince: TakenSince,
  ) {}

  leftAt(hour: number): number {
    const left = Math.ceil(this.atOpening * (1 - hour / DAY_HOURS));
    return Math.max(0, left) + this.takenSince(hour);
  }

  flowsUpTo(hour: number): Flow[] {
    return Array.from({ length: hour }, (_, at) => {
      const sold = this.leftAt(at) - this.leftAt(at + 1);
      return { wanted: sold, sold, received: 0 };
    });
  }
}
