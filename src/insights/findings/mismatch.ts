/** Orders that contradict themselves. */
import { grouped } from '../../protocol/grouped.ts';
import { INVOICED, type KnownOrder, type OrderRow, SHIPPED, VOIDED } from '../facts/orders.ts';
import { centsOf, moneyText } from '../money.ts';
import type { FindingKind } from './finding.ts';
import { orderFinding } from './order-finding.ts';

export const mismatch: FindingKind<'mismatch'> = {
  kind: 'mismatch',
  rowTolerance: 'orders-tolerance',
  find: ({ orders }) =>
    orders().flatMap((known) => {
      const difference = differenceOf(known.order);
      const said = [
        ...wrongQuantities(known),
        ...(difference === 0 ? [] : [`its parts and its total differ by ${moneyText(difference)}`]),
        ...wrongPackages(known),
      ];
      if (said.length === 0) return [];
      const atRisk = difference === 0 ? {} : { atRisk: difference };
      return [{ ...orderFinding(known.order), ...atRisk, what: sentence(said.join('; ')) }];
    }),
};

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** By part number, for packages do not say of which line a piece is. */
function wrongQuantities({ lines, packages }: KnownOrder): readonly string[] {
  const [shipped, packed] = [sumsByPart(lines), sumsByPart(packages)];
  return [...new Set([...shipped.keys(), ...packed.keys()])].flatMap((part) => {
    const [wanted, told] = [shipped.get(part)?.units ?? 0, packed.get(part)?.units ?? 0];
    const { name } = (shipped.get(part) ?? packed.get(part))!;
    return wanted === told ? [] : [`${wanted} of ${name} shipped, ${told} in packages`];
  });
}

function sumsByPart(
  rows: readonly { readonly sellerPartNumber: string | null; readonly shippedQty: number | null }[],
): ReadonlyMap<string, { readonly name: string; readonly units: number }> {
  const named = rows.filter(({ sellerPartNumber }) => sellerPartNumber !== null);
  const parts = grouped(named, ({ sellerPartNumber }) => sellerPartNumber!.toLowerCase());
  return new Map(
    [...parts].map(([part, each]) => [
      part,
      {
        name: each[0]!.sellerPartNumber!,
        units: each.reduce((sum, { shippedQty }) => sum + (shippedQty ?? 0), 0),
      },
    ]),
  );
}

/** In cents. A discount comes with either sign, and a cent may be lost in rounding. */
function differenceOf(order: OrderRow): number {
  if (order.orderItemAmount === null || order.orderTotalAmount === null) return 0;
  // Below order version 306 nobody tells the fee, which is in the total; a currency comes from 313 on.
  if (order.recyclingFeeAmount === null && order.currencyCode === null) return 0;
  const parts = centsOf(order.orderItemAmount) + centsOf(order.shippingAmount) + centsOf(order.recyclingFeeAmount);
  const [total, discount] = [centsOf(order.orderTotalAmount), centsOf(order.discountAmount)];
  const difference = Math.min(Math.abs(parts - discount - total), Math.abs(parts + discount - total));
  return difference > 1 ? difference : 0;
}

function wrongPackages({ order: { orderStatus }, packages }: KnownOrder): readonly string[] {
  if (orderStatus === VOIDED) return packages.length > 0 ? ['it is void, and there is a package'] : [];
  if (orderStatus !== SHIPPED && orderStatus !== INVOICED) return [];
  if (packages.some(({ trackingNumber }) => trackingNumber !== null)) return [];
  const status = orderStatus === SHIPPED ? 'shipped' : 'invoiced';
  return [`it is ${status}, and no package has a tracking number`];
}
