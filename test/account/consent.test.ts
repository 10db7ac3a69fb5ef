/** Consent to data of buyers: taking it back clears the sheets, also where an execution ends in between. */
import { expect, test } from 'vitest';
import { allowedIn, readConsent, setConsent } from '../../src/account/consent.ts';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { upsert } from '../../src/tables/apply.ts';
import { inMemoryPorts, START } from '../support/in-memory-ports.ts';

const { orders } = operations;

function portsWithBuyer() {
  const ports = inMemoryPorts(() => {
    throw new Error('No call is expected.');
  });
  setConsent(ports, { buyerData: true });
  const wire = { SellerID: 'A006', OrderNumber: '1', CustomerName: 'Zoe' } as unknown as Tree;
  const record = decodeRecord(wire, orders.answer.record, { withheld: NONE_PRIVATE });
  upsert(ports.book, orders, [record], NONE_PRIVATE, START);
  return ports;
}

const buyer = ({ book }: ReturnType<typeof portsWithBuyer>) => book.rows('Orders')[0]!['Customer name'];

test('an execution that ends before the sheets are cleared leaves that to the next one', () => {
  const ports = portsWithBuyer();
  const ended = {
    ...ports,
    exclusively: () => {
      throw new Error('ended');
    },
  };
  expect(() => setConsent(ended, { buyerData: false })).toThrow('ended');
  expect([readConsent(ports.document).buyerData, buyer(ports)]).toEqual([false, 'Zoe']);
  expect(allowedIn(ports, false).withheld).toEqual(new Set(['buyer', 'destination']));
  expect(buyer(ports)).toBe('');
});

test('a preview clears nothing', () => {
  const ports = portsWithBuyer();
  const ended = { ...ports, exclusively: () => undefined as never };
  setConsent(ended, { buyerData: false });
  ports.holds = 0;
  allowedIn(ports, true);
  expect(ports.holds).toBe(0);
});
