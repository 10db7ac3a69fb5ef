/** Every desk, in the order of the menu. Its tables are listed in `operations/tables.ts`, its item in `google/menu.ts`. */
import { adsDesk } from './ads/ads-desk.ts';
import { bidsDesk } from './bids/bids-desk.ts';
import type { AnyDesk } from './desk.ts';
import { itemsDesk } from './items/items-desk.ts';
import { reorderDesk } from './reorder/reorder-desk.ts';

export const desks: readonly AnyDesk[] = [reorderDesk, itemsDesk, adsDesk, bidsDesk];
