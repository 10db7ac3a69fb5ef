import { Draws, mixText } from '../chance.ts';
import type { OrderPlan } from './order-plans.ts';
import type { Shop } from './shop.ts';

export interface Buyer {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  company: string;
}

const BUYER = mixText('buyer');
const firstNames = ['José', 'Zoë', 'Anna', 'Łukasz', 'Mary Ann', "D'Andre", 'Wei', 'François', 'Ingrid', 'Tom'];
const lastNames = ["O'Brien", 'Núñez', 'Smith & Sons', 'Müller', 'Nguyễn', 'Smith-Jones', 'Østergård', 'Lee'];
const streets = ['Main St', 'Elm Ave', 'Peña Blvd', 'County Road 7', "St. John's Pl", '5th Ave N'];
const secondLines = ['', '', '', 'Apt 4B', 'Suite 0012', '#7', 'c/o Front Desk'];
const companies = ['', '', '', '', 'Acme & Co.', '@Home Labs', '+1 Design', 'Müller "IT" GmbH', '=R+D'];
const places = [
  ['Holtsville', 'NY', '00501'],
  ['Allston', 'MA', '02134'],
  ['Cañon City', 'CO', '81212'],
  ['San Juan', 'PR', '00907'],
  ['Anchorage', 'AK', '99501'],
  ['City of Industry', 'CA', '91748-1119'],
  ['Portland', 'ME', '04101'],
  ['Austin', 'TX', '78701'],
  ['APO', 'AE', '09012'],
  ['Newark', 'NJ', '07102'],
] as const;

const canadianPlaces = [
  ['Québec', 'QC', 'G1R 4P5'],
  ['Toronto', 'ON', 'M5V 2T6'],
  ["St. John's", 'NL', 'A1C 5H4'],
] as const;

/** The first two orders have ZIP codes with leading zeros. */
export function buyerOf(shop: Shop, { index: order, currency }: Pick<OrderPlan, 'index' | 'currency'>): Buyer {
  const draws = new Draws(shop.seed, BUYER, order);
  const isCanadian = currency === 'CAD';
  const [city, state, zip] = isCanadian
    ? draws.pick(canadianPlaces)
    : order < 2
      ? (places[order] ?? places[0])
      : draws.pick(places);
  return {
    firstName: draws.pick(firstNames),
    lastName: draws.pick(lastNames),
    phone: `555-010-${String(draws.whole(0, 9999)).padStart(4, '0')}`,
    email: `cusa.${draws.text('abcdefghijklmnopqrstuvwxyz0123456789', 14)}@relay.market.example`,
    address1: `${draws.whole(1, 19_999)} ${draws.pick(streets)}`,
    address2: draws.pick(secondLines),
    city,
    state,
    zip,
    country: isCanadian ? 'CANADA' : draws.chance(0.9) ? 'UNITED STATES' : 'USA',
    company: draws.pick(companies),
  };
}
