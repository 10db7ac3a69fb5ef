import { OPERATOR_WAREHOUSES, SHIPPED_BY_OPERATOR, SHOP_STEP_MS } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import { demandOf } from './demand.ts';
import { evenStockOf } from './even-stock.ts';
import { plantedItemsOf } from './planted-items.ts';
import {
  ampleSupply,
  DemandPool,
  NO_SUPPLY,
  type Pool,
  SellOutPool,
  type Supply,
  type TakenSince,
  usualSupply,
} from './pools.ts';
import type { Sales } from './sales.ts';
import { hoursOpen, isQuiet, type Shop, tellsStory } from './shop.ts';
import { abroad, type Stock } from './stock-places.ts';

/** A pool, and each country's share of it. The first country gets the remainder. */
interface Shelves {
  countries: readonly { code: string; share: number }[];
  pool: Pool;
}

interface Holding {
  seller: Shelves;
  operator: { warehouse: string; pool: Pool }[];
}

const STOCK = mixText('stock');

/** Minimum stock of each item in a quiet shop, in addition to the units in open orders. */
const AMPLE = 40;

/** The maximum age of open orders in a quiet shop. */
const OPEN_HOURS = 24;

export class StockRoom {
  private readonly holdings: Holding[] = [];

  constructor(
    private readonly shop: Shop,
    private readonly sales: Sales,
  ) {}

  at(index: number, instant: number): Stock[] {
    if (this.shop.evenStock) return evenStockOf(this.shop, index, instant, this.sales.of(index));
    const hour = hoursOpen(this.shop, instant);
    const { seller, operator } = this.holdingOf(index);
    const units = seller.pool.leftAt(hour);
    const away = seller.countries.map(({ share }) => Math.floor(units * share));
    const home = units - away.reduce((sum, each) => sum + each, 0);
    return [
      ...seller.countries.map(({ code }, at) => ({
        country: code,
        fulfillment: 0,
        quantity: at === 0 ? home : (away[at] as number),
      })),
      ...operator.map(({ warehouse, pool }) => ({
        country: 'USA',
        fulfillment: SHIPPED_BY_OPERATOR,
        quantity: pool.leftAt(hour),
        operatorWarehouse: warehouse,
      })),
    ];
  }

  sellerPool(index: number): Pool {
    return this.holdingOf(index).seller.pool;
  }

  private holdingOf(index: number): Holding {
    this.holdings[index] ??= this.layOut(index);
    return this.holdings[index] as Holding;
  }

  private layOut(index: number): Holding {
    const draws = new Draws(this.shop.seed, STOCK, index);
    // A few items have no stock in the US.
    const home = draws.chance(0.04) ? 'CAN' : 'USA';
    const onlyAbroad = plantedItemsOf(this.shop).onlyAbroad.has(index);
    const others = abroad.filter((country) => country !== home && draws.chance(0.22));
    const codes = [home, ...(onlyAbroad ? [abroad[1]] : others)];
    const countries = codes.map((code, at) => {
      const drawn = (0.2 + 0.6 * draws.unit()) / codes.length;
      return { code, share: at === 0 ? 0 : onlyAbroad ? 1 : drawn };
    });
    const isHeld = draws.chance(0.25);
    const first = draws.whole(0, OPERATOR_WAREHOUSES.length - 1);
    const warehouses = isHeld ? OPERATOR_WAREHOUSES.slice(first, first + draws.whole(1, 2)) : [];
    const taken = (fromOperator: boolean): TakenSince => {
      const soldAfter = this.sales.of(index);
      return (hour) => soldAfter(this.shop.opened + hour * SHOP_STEP_MS, fromOperator);
    };
    const [fromSeller, fromOperator] = [taken(false), taken(true)];
    const all: TakenSince = (hour) => fromSeller(hour) + fromOperator(hour);
    return {
      seller: { countries, pool: this.sellersPool(index, draws, isHeld ? fromSeller : all) },
      operator: warehouses.map((warehouse, at) => ({
        warehouse,
        pool: this.operatorsPool(index, draws, at === 0 ? fromOperator : () => 0),
      })),
    };
  }

  private sellersPool(index: number, draws: Draws, taken: TakenSince): Pool {
    const { shop } = this;
    if (shop.scenario === 'sell-out') return soldWithinADay(draws, taken);
    const demand = demandOf(shop, index);
    return new DemandPool(shop, demand, this.supplyOf(index, draws, taken), taken);
  }

  private operatorsPool(index: number, draws: Draws, taken: TakenSince): Pool {
    if (this.shop.scenario === 'sell-out') return soldWithinADay(draws, taken);
    const demand = demandOf(this.shop, index, 'operator');
    return new DemandPool(this.shop, demand, usualSupply(demand, draws), taken);
  }

  private supplyOf(index: number, draws: Draws, taken: TakenSince): Supply {
    const { shop } = this;
    const demand = demandOf(shop, index);
    if (plantedItemsOf(shop).soldOut.has(index)) {
      // With `story`, sold-out items are on order.
      return tellsStory(shop) ? { ...usualSupply(demand, draws), atOpening: 0 } : NO_SUPPLY;
    }
    if (shop.scenario === 'trend' || shop.scenario === 'drift') return usualSupply(demand, draws, true);
    if (!isQuiet(shop)) return usualSupply(demand, draws);
    return ampleSupply(demand, draws, AMPLE + taken(-OPEN_HOURS));
  }
}

const soldWithinADay = (draws: Draws, taken: TakenSince): Pool =>
  new SellOutPool(draws.chance(0.45) ? 0 : draws.whole(1, 12), taken);
