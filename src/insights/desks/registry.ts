/** Every desk, in the order of the menu. Its tables are listed in `operations/tables.ts`, its item in `google/menu.ts`. */
import type { AnyDesk } from './desk.ts';
import { reorderDesk } from './reorder/reorder-desk.ts';

export const desks: readonly AnyDesk[] = [reorderDesk];
