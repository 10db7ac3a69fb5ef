/** The unknown-codes scenario: some records have codes and fields that aren't in the specification. */
import { mixText } from '../chance.ts';
import { type Fields, isFields, ListOf, type Tree } from '../wire/tree.ts';

interface Rule {
  /** The rule applies to records with this field. The `identity` fields determine which of them change. */
  field: string;
  identity: readonly string[];
  /** Changes 1 in this many records. */
  every: number;
  values: Fields;
}

const rules: readonly Rule[] = [
  {
    field: 'OrderStatus',
    identity: ['OrderNumber'],
    every: 5,
    values: { OrderStatus: 9, OrderStatusDescription: 'Under Review' },
  },
  { field: 'SalesChannel', identity: ['OrderNumber'], every: 7, values: { SalesChannel: 8 } },
  { field: 'OrderTotalAmount', identity: ['OrderNumber'], every: 2, values: { LoyaltyTier: 'Gold & more' } },
  {
    field: 'OrderedQty',
    identity: ['SellerPartNumber'],
    every: 6,
    values: { Status: 7, StatusDescription: 'Backordered', ExtendVAT: '' },
  },
  { field: 'PackageType', identity: ['TrackingNumber'], every: 4, values: { PackageType: 'Returned' } },
  { field: 'InventoryAllocation', identity: ['ItemNumber'], every: 4, values: { Condition: 3 } },
  {
    field: 'WarehouseLocation',
    identity: ['WarehouseLocation', 'AvailableQuantity'],
    every: 5,
    values: { FulfillmentOption: '5', ReservedQuantity: 1 },
  },
  { field: 'PacksOrSets', identity: ['UPC'], every: 4, values: { Condition: 3, ConditionNote: 'Open box' } },
  {
    field: 'TargetUnitPrice',
    identity: ['RequestTimeStamp'],
    every: 5,
    values: { Platform: 'MEX', Trigger: 'Lightning', ProcessStatus: 'Queued' },
  },
  {
    field: 'matchType',
    identity: ['keyword', 'groupNumber'],
    every: 4,
    values: { matchType: 7, isNegative: false },
  },
  {
    field: 'competition',
    identity: ['keyword', 'groupNumber'],
    every: 6,
    values: { competition: 'Extreme' },
  },
  {
    field: 'costModel',
    identity: ['groupNumber'],
    every: 2,
    values: { type: 9, costModel: 4, status: 'Paused' },
  },
];

const isChosen = (rule: Rule, record: Fields): boolean =>
  rule.field in record &&
  mixText(rule.field + rule.identity.map((name) => String(record[name])).join('|')) % rule.every === 0;

export function withUnknownCodes(tree: Tree): Tree {
  if (tree instanceof ListOf) return new ListOf(tree.child, tree.entries.map(withUnknownCodes));
  if (!isFields(tree)) return tree;
  const chosen = rules.filter((rule) => isChosen(rule, tree));
  const changed: Fields = Object.assign({}, tree, ...chosen.map((rule) => rule.values));
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, value === undefined ? value : withUnknownCodes(value)]),
  );
}
