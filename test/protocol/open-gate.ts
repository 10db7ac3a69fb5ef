/** A gate that admits every call. */
import type { Gate } from '../../src/protocol/http.ts';

export const OPEN_GATE: Gate = {
  admit: (wanted, most) => ({ calls: Math.min(wanted, most), next: 0, isReserved: true, because: 'cap' }),
  sent: () => undefined,
  heldBack: () => undefined,
};
