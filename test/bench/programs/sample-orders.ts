/** Generates pages of orders in the service's format. The result depends only on the page number. */

interface Line {
  readonly [name: string]: string | number | boolean;
}

interface Order {
  readonly [name: string]: string | number | boolean | readonly Line[] | readonly object[];
}

function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const two = (value: number) => String(value).padStart(2, '0');
const words = 'Wireless Optical Mouse Keyboard Monitor Cable Adapter 24-inch Black Gaming & Office <new> Éclair'.split(
  ' ',
);

function orderAt(index: number): Order {
  const roll = dice(index * 7919 + 17);
  const pick = <T>(items: readonly T[]): T => items[roll(items.length)]!;
  const status = roll(5);
  const lines = Array.from({ length: 1 + roll(3) }, (_, line) => {
    const price = (roll(90_000) + 99) / 100;
    const quantity = 1 + roll(4);
    return {
      SellerPartNumber: `SKU-${two(roll(100))}${String(roll(1e6)).padStart(6, '0')}`,
      MarketItemNumber: `9SIA${roll(1e9).toString(36).toUpperCase()}${line}`,
      MfrPartNumber: `0${roll(1e8)}`,
      UPCCode: `0${String(roll(1e9)).padStart(11, '0')}`,
      Description: Array.from({ length: 8 }, () => pick(words)).join(' '),
      OrderedQty: quantity,
      ShippedQty: status === 2 ? quantity : 0,
      UnitPrice: price,
      ExtendUnitPrice: Math.round(price * quantity * 100) / 100,
      ExtendShippingCharge: roll(1000) / 100,
      Status: 1 + roll(3),
      StatusDescription: pick(['Unshipped', 'Shipped', 'Cancelled']),
    };
  });
  const amount = Math.round(lines.reduce((sum, line) => sum + line.ExtendUnitPrice, 0) * 100) / 100;
  return {
    SellerID: 'A006',
    OrderNumber: 100_000_000 + index,
    SellerOrderNumber: `S${index}`,
    InvoiceNumber: status === 3 ? roll(1e8) : 0,
    OrderDownloaded: roll(2) === 0,
    OrderDate: `${two(1 + roll(12))}/${two(1 + roll(28))}/2025 ${two(roll(24))}:${two(roll(60))}:${two(roll(60))}`,
    OrderStatus: status,
    OrderStatusDescription: ['Unshipped', 'Partially Shipped', 'Shipped', 'Invoiced', 'Voided'][status]!,
    CustomerName: `${pick(words)} ${pick(words)}`,
    CustomerPhoneNumber: `555-${roll(900) + 100}-${roll(9000) + 1000}`,
    CustomerEmailAddress: `c${roll(1e9)}@relay.market.example`,
    ShipToAddress1: `${roll(9999)} ${pick(words)} Street`,
    ShipToAddress2: '',
    ShipToCityName: 'Springfield',
    ShipToStateCode: pick(['CA', 'NY', 'TX', 'WA']),
    ShipToZipCode: String(roll(100_000)).padStart(5, '0'),
    ShipToCountryCode: 'UNITED STATES',
    ShipService: 'Standard Shipping (5-7 business days)',
    ShipToFirstName: pick(words),
    ShipToLastName: pick(words),
    ShipToCompany: '',
    OrderItemAmount: amount,
    ShippingAmount: roll(2000) / 100,
    DiscountAmount: 0,
    RefundAmount: 0,
    OrderTotalAmount: amount,
    OrderQty: lines.reduce((sum, line) => sum + line.OrderedQty, 0),
    IsAutoVoid: false,
    SalesChannel: roll(2),
    FulfillmentOption: roll(2),
    ItemInfoList: lines,
    PackageInfoList: [],
  };
}

/** Number of orders and their total in cents, to verify results. */
export function expectedSums(count: number): { orders: number; total: number } {
  let total = 0;
  for (let index = 0; index < count; index++) total += Math.round(Number(orderAt(index).OrderTotalAmount) * 100);
  return { orders: count, total };
}

/** `page` is 1-based. */
export function pageText(format: 'json' | 'xml', page: number, size: number, count: number): string {
  const first = (page - 1) * size;
  const orders = Array.from({ length: Math.min(size, count - first) }, (_, at) => orderAt(first + at));
  const info = {
    TotalCount: count,
    TotalPageCount: Math.ceil(count / size),
    PageIndex: page,
    PageSize: size,
  };
  if (format === 'json') {
    return JSON.stringify({
      IsSuccess: true,
      OperationType: 'GetOrderInfoResponse',
      SellerID: 'A006',
      ResponseBody: { PageInfo: info, OrderInfoList: orders },
    });
  }
  const list = orders.map((order) => `<OrderInfo>${xml(order)}</OrderInfo>`).join('');
  return (
    '<?xml version="1.0" encoding="utf-8"?><MarketAPIResponse><IsSuccess>true</IsSuccess><SellerID>A006</SellerID>' +
    `<OperationType>GetOrderInfoResponse</OperationType><ResponseBody><PageInfo>${xml(info)}</PageInfo>` +
    `<OrderInfoList>${list}</OrderInfoList></ResponseBody></MarketAPIResponse>`
  );
}

function xml(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const content = Array.isArray(value)
        ? value.map((each) => `<ItemInfo>${xml(each as object)}</ItemInfo>`).join('')
        : String(value).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
      return content === '' ? `<${name} />` : `<${name}>${content}</${name}>`;
    })
    .join('');
}
