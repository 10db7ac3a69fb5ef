/** Every record has exactly these fields, in these formats. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleId, everyExample } from '../operations/registry.ts';
import { Market } from './caller.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
type Answered = any;
type Form = (value: unknown, record: Answered) => boolean;
/** A name with a trailing `?` is optional. */
type Table = Record<string, Form>;

const titles = Object.fromEntries(everyExample.map(({ id, title }) => [id, title])) as Record<ExampleId, string>;

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 120, orders: 200 });
});
afterAll(() => market.running.close());

const text: Form = (value) => typeof value === 'string';
const filled: Form = (value) => typeof value === 'string' && value.trim() !== '';
const whole: Form = (value) => Number.isInteger(value);
const amount: Form = (value) => typeof value === 'number' && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const ratio: Form = (value) => typeof value === 'number' && value >= 0;
const yesOrNo: Form = (value) => typeof value === 'boolean';
const list: Form = Array.isArray;
const group: Form = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const orNull =
  (form: Form): Form =>
  (value, record) =>
    value === null || form(value, record);
const of =
  (...allowed: unknown[]): Form =>
  (value) =>
    allowed.includes(value);
const like =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const seller: Form = (value) => value === market.known.sellerId;
const offer = like(/^9SI[0-9A-Z]+$/);
const country = like(/^[A-Z]{3}$/);
const orderTime = like(/^\d\d\/\d\d\/\d{4} (\d|1\d|2[0-3]):\d\d:\d\d$/);
const reportTime = like(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
const date = like(/^\d\d\/\d\d\/\d{4}$/);
const isoTime = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}-0[78]:00$/);

function expectTable(record: Answered, table: Table) {
  const names = Object.keys(record);
  const required = Object.keys(table).filter((name) => !name.endsWith('?'));
  expect(names).toEqual(expect.arrayContaining(required));
  for (const name of names) {
    const form = table[name] ?? table[`${name}?`];
    if (!form?.(record[name], record)) {
      expect.fail(`${name} is ${JSON.stringify(record[name])}${form ? '' : ', an unknown field'}`);
    }
  }
}

const pageInfo: Table = { TotalCount: whole, TotalPageCount: whole, PageIndex: whole, PageSize: whole };

it(titles.inventory, async () => {
  const Values = market.known.allItemNumbers.slice(0, 100);
  const { json } = await market.inventory({ Type: 0, Values });
  expectTable(json, {
    IsSuccess: of(true),
    OperationType: of('GetInventoryList'),
    SellerID: seller,
    ResponseDate: isoTime,
    ResponseBody: group,
  });
  expectTable(json.ResponseBody, { ItemList: list, TotalCount: of(100) });
  for (const item of json.ResponseBody.ItemList) {
    expectTable(item, {
      ItemNumber: offer,
      SellerPartNumber: filled,
      Condition: of(1),
      InventoryAllocation: list,
    });
    for (const allocation of item.InventoryAllocation) {
      const isOperators = allocation.FulfillmentOption !== '0';
      const held: Table = { WarehouseCode: like(/^\d\d$/), Quantity: whole };
      expectTable(allocation, {
        WarehouseLocation: country,
        FulfillmentOption: of('0', '1'),
        AvailableQuantity: whole,
        ...(isOperators ? held : {}),
      });
    }
  }
});

describe(titles['lookup-report'], () => {
  it.each([
    ['', 0],
    ['b2b/', 0],
    ['can/', 0],
    ['', 1],
  ])('on storefront "%s", request %i', async (storefront, request) => {
    const id = market.known.requestIds[request];
    const { json } = await market.lookup(id, undefined, storefront);
    expectTable(json, {
      IsSuccess: of(true),
      OperationType: of('ItemLookupResponse'),
      SellerID: seller,
      ResponseBody: group,
      ResponseDate: of('06/16/2025 11:00:00'),
    });
    expectTable(json.ResponseBody, {
      PageInfo: group,
      RequestID: of(id),
      RequestDate: reportTime,
      ItemList: list,
    });
    expectTable(json.ResponseBody.PageInfo, pageInfo);
    const always: Table = { Condition: of(1), ManufacturerName: filled, ManufacturerPartNumber: filled };
    for (const item of json.ResponseBody.ItemList) {
      const noMatch: Table = { 'UPC?': like(/^\d{12,13}$/), Note: of('No match found.') };
      const match: Table = {
        MarketItemNumber: filled,
        UPC: like(/^\d{12,13}$/),
        PacksOrSets: whole,
        WebsiteShortTitle: filled,
        'Variety?': group,
      };
      expectTable(item, { ...always, ...('Note' in item ? noMatch : match) });
      if (!item.Variety) continue;
      expectTable(item.Variety, { GroupID: whole, Options: list });
      for (const option of item.Variety.Options) expectTable(option, { Name: filled, Value: filled });
    }
  });
});

describe(titles['price-history'], () => {
  it.each([
    ['usa', 'USA'],
    ['can', 'CAN'],
  ])('on storefront %s', async (storefront, platform) => {
    const item = market.known.itemNumbers[0] as string;
    const { json } = await market.prices(item, {}, storefront);
    expectTable(json, {
      IsSuccess: of(true),
      SellerID: seller,
      OperationType: of('GetRepricerPriceHistory'),
      ResponseDate: isoTime,
      ResponseBody: group,
    });
    expectTable(json.ResponseBody, { PriceLogs: list, TotalCount: whole });
    expect(json.ResponseBody.PriceLogs).toHaveLength(25);
    for (const log of json.ResponseBody.PriceLogs) {
      expectTable(log, {
        MarketItemNumber: of(item),
        OriginalUnitPrice: amount,
        TargetUnitPrice: amount,
        BuyboxUnitPrice: orNull(amount),
        RequestTimeStamp: like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[78]:00$/),
        RequestUser: filled,
        SellerID: seller,
        Platform: of(platform),
        SourceSystem: filled,
        Trigger: filled,
        ProcessStatus: filled,
        Memo: text,
      });
    }
  });
});

const status = of('Pending', 'Delivering', 'Processing', 'Out of budget', 'Inactive', 'Ended');
const activeStatus: Form = (value, { status: of }) =>
  of === 'Pending'
    ? value === null
    : value === (['Processing', 'Delivering', 'Out of budget'].includes(of) ? 'Active' : 'Inactive');
const bids: Table = { suggBid: amount, suggBidLowest: amount, suggBidMost: amount };

it(titles['ad-performance'], async () => {
  const { json } = await market.performance({});
  expectTable(json, { header: list, rows: list, totalRows: of(json.rows.length) });
  for (const entry of json.header) expectTable(entry, { msg: filled, bizCode: like(/^\d+$/) });
  const headlines =
    (form: Form): Form =>
    (value, row) =>
      row.type === 1 ? form(value, row) : value === null;
  for (const row of json.rows) {
    expectTable(row, {
      ...bids,
      campaignNumber: whole,
      campaignName: filled,
      groupNumber: whole,
      groupName: filled,
      countryCode: country,
      defaultBid: amount,
      offSiteBid: orNull(amount),
      onSiteBid: amount,
      type: whole,
      keywordSize: whole,
      keywordList: text,
      productSize: whole,
      productList: (value) => Array.isArray(value) && value.every((one) => offer(one, row)),
      sellerID: seller,
      sellerName: filled,
      activeStatus,
      status,
      inDate: like(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      inUser: whole,
      logo: headlines(filled),
      headline: headlines(like(/^https:/)),
      title: headlines(filled),
      landingPageType: headlines(whole),
      landingPageUrl: headlines(like(/^https:/)),
      declineReason: orNull(filled),
      videoUrl: (value) => (row.type === 2 ? filled(value, row) : value === null),
      costModel: whole,
      productTargetingList: orNull(text),
      liveStreamingProductList: orNull(text),
      spend: amount,
      sales: amount,
      acos: orNull(ratio),
      impressions: whole,
      clicks: whole,
      ctr: orNull(ratio),
      orders: whole,
      cr: orNull(ratio),
      cpc: orNull(ratio),
    });
    expect(row.suggBidLowest).toBeLessThanOrEqual(row.suggBid);
    expect(row.suggBid).toBeLessThanOrEqual(row.suggBidMost);
  }
});

it(titles.keywords, async () => {
  for (const campaignNumber of market.known.campaigns) {
    const { json } = await market.keywords({ campaignNumber });
    expectTable(json, { rows: list, totalRows: of(json.rows.length) });
    for (const row of json.rows) {
      expectTable(row, {
        ...bids,
        campaignNumber: of(campaignNumber),
        campaignName: filled,
        groupNumber: whole,
        groupName: filled,
        keyword: filled,
        matchType: of(0, 1, 6),
        normalizedKeyword: filled,
        keywordUrl: like(/^https:/),
        searchVolume: filled,
        competition: of('Low', 'Medium', 'High'),
        bid: amount,
        activeStatus,
        status,
        declineReason: orNull(filled),
      });
    }
  }
});

const states = ['Unshipped', 'Partially Shipped', 'Shipped', 'Invoiced', 'Voided', 'Payment Pending'];
const lineStates = [undefined, 'Unshipped', 'Shipped', 'Canceled'];
const services =
  /^(Standard|Expedited|Two-Day|One-Day|Super Saver|APO\/FPO Military|Shipped by Marketplace).*\((\d+|\d+-\d+) business days?\)$/;

const orderTable: Table = {
  SellerID: seller,
  OrderNumber: whole,
  SellerOrderNumber: text,
  InvoiceNumber: whole,
  OrderDownloaded: yesOrNo,
  OrderDate: orderTime,
  AutoVoidTime: orderTime,
  OrderStatus: of(0, 1, 2, 3, 4, 5),
  OrderStatusDescription: (value, { OrderStatus }) => value === states[OrderStatus],
  CustomerName: filled,
  CustomerPhoneNumber: filled,
  CustomerEmailAddress: like(/^[\w.]+@relay\.market\.example$/),
  OnTimeShipDueDate: date,
  DeliverDueDate: date,
  ShipToAddress1: filled,
  ShipToAddress2: text,
  ShipToCityName: filled,
  ShipToStateCode: like(/^[A-Z]{2}$/),
  ShipToZipCode: like(/^\d{5}(-\d{4})?$/),
  ShipToCountryCode: filled,
  ShipService: (value, { ShipToCityName }) =>
    like(services)(value, {}) && String(value).includes('Military') === (ShipToCityName === 'APO'),
  ShipToFirstName: filled,
  ShipToLastName: filled,
  ShipToCompany: text,
  SignatureRequired: yesOrNo,
  CurrencyCode: of('USD'),
  OrderItemAmount: amount,
  ShippingAmount: amount,
  RecyclingFeeAmount: amount,
  DiscountAmount: amount,
  RefundAmount: amount,
  OrderTotalAmount: amount,
  OrderQty: whole,
  IsAutoVoid: yesOrNo,
  SalesChannel: of(0, 2),
  FulfillmentOption: of(0, 1),
  ItemInfoList: list,
  PackageInfoList: list,
};
const lineTable: Table = {
  SellerPartNumber: filled,
  MarketItemNumber: offer,
  MfrPartNumber: filled,
  UPCCode: like(/^(\d{12,13})?$/),
  Description: filled,
  OrderedQty: whole,
  ShippedQty: whole,
  UnitPrice: amount,
  ExtendUnitPrice: amount,
  UnitShippingCharge: amount,
  ExtendShippingCharge: amount,
  Status: of(1, 2, 3),
  StatusDescription: (value, { Status }) => value === lineStates[Status],
};
const packageTable: Table = {
  PackageType: of('Shipped'),
  ShipCarrier: filled,
  ShipService: filled,
  TrackingNumber: filled,
  ShipDate: orderTime,
  ShipFromAddress: filled,
  ShipFromAddress2: text,
  ShipFromCity: filled,
  ShipFromState: like(/^[A-Z]{2}$/),
  ShipFromZipCode: like(/^\d{5}$/),
  ShipFromName: filled,
  ItemInfoList: list,
};

it(titles.orders, async () => {
  const { json } = await market.orders({}, { PageSize: 100, PageIndex: 1 }, '314');
  expectTable(json, {
    IsSuccess: of(true),
    SellerID: seller,
    OperationType: of('GetOrderInfoResponse'),
    ResponseBody: group,
    Memo: text,
    ResponseDate: of('06/16/2025 11:00:00'),
  });
  expectTable(json.ResponseBody, { PageInfo: group, OrderInfoList: list });
  expectTable(json.ResponseBody.PageInfo, pageInfo);
  for (const order of json.ResponseBody.OrderInfoList) {
    expectTable(order, orderTable);
    for (const line of order.ItemInfoList) expectTable(line, lineTable);
    for (const parcel of order.PackageInfoList) {
      expectTable(parcel, packageTable);
      for (const line of parcel.ItemInfoList) {
        expectTable(line, { SellerPartNumber: filled, MfrPartNumber: filled, ShippedQty: whole });
      }
    }
  }
});
