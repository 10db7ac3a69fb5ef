import { MULTI_CHANNEL, SHIPPED_BY_OPERATOR } from '../assumptions.ts';
import { usDate, usDateTime } from '../pacific.ts';
import { type Buyer, buyerOf } from '../shop/buyers.ts';
import { hasNoLines, type OrderLine, type Package, shippedQuantity } from '../shop/order-lines.ts';
import {
  datedAt,
  deliverDueAt,
  isAutoVoided,
  isDownloaded,
  type OrderPlan,
  shipDueAt,
  statusAt,
  statusTexts,
} from '../shop/order-plans.ts';
import { type OrderRecord, recordOf } from '../shop/order-records.ts';
import type { Shop } from '../shop/shop.ts';
import { type Fields, ListOf, Money } from '../wire/tree.ts';
import { statusFor } from './order-criteria.ts';

const lineStatusTexts = ['', 'Unshipped', 'Shipped', 'Canceled'];
const services = [
  'Standard Shipping (5-7 business days)',
  'Expedited Shipping (3-5 business days)',
  'Two-Day Shipping (2 business days)',
  'One-Day Shipping (1 business day)',
  'Super Saver (7-14 business days)',
];
const MILITARY = 'APO/FPO Military (5-9 business days)';
const BY_OPERATOR = 'Shipped by Marketplace (3-5 business days)';

function shipService(plan: OrderPlan, buyer: Buyer): string | undefined {
  if (buyer.city === 'APO') return MILITARY;
  return plan.channel === 'seller' ? services[plan.number % services.length] : BY_OPERATOR;
}

function lineFields(plan: OrderPlan, line: OrderLine, shopTime: number): Fields {
  const shipped = shippedQuantity(plan, line, shopTime);
  const status = statusAt(plan, shopTime) === 4 ? 3 : shipped === line.ordered ? 2 : 1;
  return {
    SellerPartNumber: line.item.sellerPartNumber,
    MarketItemNumber: line.item.itemNumber,
    MfrPartNumber: line.item.makerPartNumber,
    UPCCode: line.item.index % 19 === 6 ? '' : line.item.upc,
    Description: line.item.title,
    OrderedQty: line.ordered,
    ShippedQty: shipped,
    UnitPrice: new Money(line.unitPrice),
    ExtendUnitPrice: new Money(line.unitPrice * line.ordered),
    UnitShippingCharge: new Money(line.unitShipping),
    ExtendShippingCharge: new Money(line.unitShipping * line.ordered),
    Status: status,
    StatusDescription: lineStatusTexts[status],
  };
}

const packageFields = (parcel: Package): Fields => ({
  PackageType: 'Shipped',
  ShipCarrier: parcel.carrier,
  ShipService: parcel.service,
  TrackingNumber: parcel.tracking,
  ShipDate: usDateTime(parcel.shipped),
  ShipFromAddress: '17708 Harbor Ln',
  ShipFromAddress2: 'Dock #3',
  ShipFromCity: 'Elizabeth',
  ShipFromState: 'NJ',
  ShipFromZipCode: '07201',
  ShipFromName: 'Señor Gadget & Sons',
  ItemInfoList: new ListOf(
    'ItemInfo',
    parcel.lines.map(({ item, quantity }) => ({
      SellerPartNumber: item.sellerPartNumber,
      MfrPartNumber: item.makerPartNumber,
      ShippedQty: quantity,
    })),
  ),
});

function shipToFields(shop: Shop, plan: OrderPlan): Fields {
  const buyer = buyerOf(shop, plan);
  return {
    ShipToAddress1: buyer.address1,
    ShipToAddress2: buyer.address2,
    ShipToCityName: buyer.city,
    ShipToStateCode: buyer.state,
    ShipToZipCode: buyer.zip,
    ShipToCountryCode: buyer.country,
    ShipService: shipService(plan, buyer),
    ShipToFirstName: buyer.firstName,
    ShipToLastName: buyer.lastName,
    ShipToCompany: buyer.company,
  };
}

function amountFields({ amounts, lines }: OrderRecord, version: number): Fields {
  return {
    OrderItemAmount: new Money(amounts.items),
    ShippingAmount: new Money(amounts.shipping),
    RecyclingFeeAmount: version >= 306 ? new Money(amounts.recycling) : undefined,
    DiscountAmount: new Money(amounts.discount),
    RefundAmount: new Money(amounts.refund),
    OrderTotalAmount: new Money(amounts.total),
    OrderQty: lines.reduce((sum, line) => sum + line.ordered, 0),
  };
}

export function orderFields(shop: Shop, plan: OrderPlan, shopTime: number, version: number): Fields {
  const record = recordOf(shop, plan, shopTime);
  const buyer = buyerOf(shop, plan);
  const status = statusFor(plan, shopTime, version);
  const since = <T>(first: number, value: T): T | undefined => (version >= first ? value : undefined);
  return {
    SellerID: shop.sellerId,
    OrderNumber: plan.number,
    SellerOrderNumber: since(305, plan.sellerNumber),
    InvoiceNumber: plan.invoiced <= shopTime ? plan.number - 60_000_000 : 0,
    OrderDownloaded: isDownloaded(plan, shopTime),
    OrderDate: usDateTime(datedAt(plan, shopTime)),
    AutoVoidTime: since(313, usDateTime(plan.autoVoid)),
    OrderStatus: status,
    OrderStatusDescription: statusTexts[status],
    CustomerName: `${buyer.firstName} ${buyer.lastName}`,
    CustomerPhoneNumber: buyer.phone,
    CustomerEmailAddress: buyer.email,
    OnTimeShipDueDate: since(311, usDate(shipDueAt(plan, shopTime))),
    DeliverDueDate: since(311, usDate(deliverDueAt(plan, shopTime))),
    ...shipToFields(shop, plan),
    SignatureRequired: since(314, plan.number % 9 === 0),
    CurrencyCode: since(313, plan.currency),
    ...amountFields(record, version),
    IsAutoVoid: isAutoVoided(plan, shopTime),
    SalesChannel: plan.channel === 'multichannel' ? MULTI_CHANNEL : 0,
    FulfillmentOption: plan.channel === 'seller' ? 0 : SHIPPED_BY_OPERATOR,
    ItemInfoList: new ListOf(
      'ItemInfo',
      hasNoLines(shop, plan, shopTime) ? [] : record.lines.map((line) => lineFields(plan, line, shopTime)),
    ),
    PackageInfoList: new ListOf('PackageInfo', record.packages.map(packageFields)),
  };
}
