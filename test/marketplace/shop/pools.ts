/** The seller's or operator's units of one item, hour by hour: reduced by demand and restocked. */
import { Draws } from '../chance.ts';
import { type Demand, wantedOn } from './demand.ts';
import type { Shop } from './shop.ts';

export interface Flow {
  wanted: number;
  /** Units sold, which are limited by the available stock. */
  sold: number;
  received: number;
}

export interface Pool {
  /** `hour` is the number of full hours since the opening; negative before it. */
  leftAt: (hour: number) => number;
  flowsUpTo: (hour: number) => Flow[];
}

export interface Supply {
  atOpening: number;
  /** The stock level that triggers a reorder. */
  reorderAt: number;
  /** Units per receipt. */
  batch: number;
  /** Hours from reorder to receipt; 0 restocks before the item runs out. */
  leadHours: number;
}

/** Units in orders placed between a given hour and the opening. */
export type TakenSince = (hour: number) => number;

interface State {
  left: number;
  /** The hour of the next receipt. */
  due: number;
}

interface SimulatedHour extends Flow {
  /** Units at the end of the hour. */
  left: number;
}

const DAY_HOURS = 24;
const NEVER = Number.POSITIVE_INFINITY;

/** More units than a few orders take, so that a receipt can't be mistaken for a sale. */
const SMALLEST_RECEIPT = 24;

/** Reorders by rule of thumb: in time for some items, too late for others. */
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

/** Enough supply to keep stock from ever falling below `least`. */
export const ampleSupply = (demand: Demand, draws: Draws, least: number): Supply => {
  const batch = Math.ceil(demand.unitsADay * 30) + 12;
  return { atOpening: least + draws.whole(1, batch), reorderAt: least, batch, leadHours: 0 };
};

/** The supply of an item that sold out before the opening and is never restocked. */
export const NO_SUPPLY: Supply = { atOpening: 0, reorderAt: 0, batch: 0, leadHours: NEVER };

export class DemandPool implements Pool {
  /** The state at the start of each day since the opening. */
  private readonly mornings: State[];
  private latest: { day: number; hours: SimulatedHour[] } = { day: -1, hours: [] };

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
    // Cached, because the next call is usually for the same day.
    if (this.latest.day !== day) this.latest = { day, hours: this.simulate(day) };
    return this.latest.hours[hour - 1 - day * DAY_HOURS]?.left as number;
  }

  flowsUpTo(hour: number): Flow[] {
    const days = Math.ceil(hour / DAY_HOURS);
    return Array.from({ length: days }, (_, day) => this.simulate(day))
      .flat()
      .slice(0, hour);
  }

  /** Before the opening, stock falls at an even rate and by the units in orders, and wraps around as if restocked. */
  private leftBefore(hour: number): number {
    const { atOpening, batch } = this.supply;
    const least = Math.min(1, atOpening);
    const cycle = Math.max(atOpening, batch) + SMALLEST_RECEIPT;
    const evenly = Math.ceil((-hour * this.demand.unitsADay) / DAY_HOURS);
    return least + ((atOpening - least + evenly + this.takenSince(hour)) % cycle);
  }

  private simulate(day: number): SimulatedHour[] {
    for (let known = this.mornings.length; known <= day; known++) this.simulate(known - 1);
    let { left, due } = this.mornings[day] as State;
    const { batch, leadHours, reorderAt } = this.supply;
    const hours = wantedOn(this.shop, this.demand, day).map((wanted, at): SimulatedHour => {
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

  /** Varies by 30%, because suppliers aren't punctual. */
  private leadFrom(hour: number): number {
    const share = 0.7 + 0.6 * new Draws(this.demand.seed, hour, 1).unit();
    return Math.max(1, Math.round(this.supply.leadHours * share));
  }
}

/** Sells out within a day and isn't restocked. */
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
