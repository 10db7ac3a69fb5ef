import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Market } from './caller.ts';

let market: Market;
// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
let all: any[];
beforeAll(async () => {
  market = await Market.open({ items: 150, orders: 300 });
  all = await market.allOrders();
});
afterAll(() => market.running.close());

const numbersOf = (orders: { OrderNumber: number }[]) => orders.map((order) => order.OrderNumber);
const where = (test: (order: (typeof all)[number]) => boolean) => numbersOf(all.filter(test));
const asked = async (criteria: object) => numbersOf(await market.allOrders(criteria));

/** Converts `06/05/2025 9:03:05` to `2025-06-05 09:03:05`, which sorts by time. */
const sortable = (text: string) =>
  text.replace(/(\d+)\/(\d+)\/(\d+) (\d+):/, (_, m, d, y, h) => `${y}-${m}-${d} ${h.padStart(2, '0')}:`);

describe('orders', () => {
  it.each([0, 1, 2, 3, 4, 5])('filters by status %i', async (status) => {
    const expected = where((order) => order.OrderStatus === status);
    expect(expected.length).toBeGreaterThan(0);
    expect(await asked({ Status: String(status) })).toEqual(expected);
  });

  it('filters by type', async () => {
    expect(await asked({ Type: 0 })).toEqual(numbersOf(all));
    const operator = where((order) => order.FulfillmentOption === 1 && order.SalesChannel === 0);
    expect(operator.length).toBeGreaterThan(0);
    expect(await asked({ Type: 1 })).toEqual(operator);
    expect(await asked({ Type: 2 })).toEqual(where((order) => order.FulfillmentOption === 0));
    expect(await asked({ Type: 3 })).toEqual(where((order) => order.SellerOrderNumber !== ''));
  });

  it('excludes downloaded orders with 1, and includes them with 0', async () => {
    const fresh = where((order) => !order.OrderDownloaded);
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh.length).toBeLessThan(300);
    expect(await asked({ OrderDownloaded: 1 })).toEqual(fresh);
    expect(await asked({ OrderDownloaded: '0' })).toEqual(numbersOf(all));
  });

  it.each([24, 48])('filters by auto-void within %i hours', async (hours) => {
    const until = Date.UTC(2025, 5, 16, 11) + hours * 3_600_000;
    const wall = (text: string) => Date.parse(`${sortable(text).replace(' ', 'T')}Z`);
    const expected = where((order) => order.OrderStatus === 0 && wall(order.AutoVoidTime) <= until);
    expect(expected.length).toBeGreaterThan(0);
    expect(await asked({ VoidSoon: hours })).toEqual(expected);
  });

  it('accepts IssueUser and VoidSoon in both documented places', async () => {
    const path = '/marketplace/b2b/ordermgmt/order/orderinfo';
    const total = async (root: object, body: object) => {
      const content = { OperationType: 'GetOrderInfoRequest', ...root, RequestBody: body };
      const reply = await market.ask(path, { method: 'PUT', query: { version: '314' }, body: content });
      return reply.json.ResponseBody?.PageInfo.TotalCount ?? reply.json[0].Code;
    };
    const IssueUser = 'seller@shop.example';
    const soon = await total({ IssueUser }, { RequestCriteria: { VoidSoon: '24' } });
    expect(soon).toBeLessThan(300);
    expect(await total({}, { IssueUser, VoidSoon: 24 })).toBe(soon);
    expect(await total({ IssueUser: market.known.sellerId }, {})).toBe(300);
    expect(await total({ IssueUser: 'nobody' }, {})).toBe('CE002');
    expect(await total({}, { IssueUser: 'nobody' })).toBe('CE002');
  });

  it('ignores blank, null, and absent criteria', async () => {
    const blank = {
      Status: '',
      Type: null,
      OrderDownloaded: ' ',
      VoidSoon: '',
      OrderDateFrom: '',
      OrderDateTo: null,
    };
    expect(await asked(blank)).toEqual(numbersOf(all));
    expect(await asked({ OrderNumberList: null, SellerOrderNumberList: '' })).toEqual(numbersOf(all));
    expect(await asked({ OrderNumberList: { OrderNumber: [] } })).toEqual(numbersOf(all));
  });

  it('filters by Pacific dates, inclusive at both ends, in every accepted format', async () => {
    const middle = all[150].OrderDate as string;
    const exactly = sortable(middle);
    expect(await asked({ OrderDateFrom: exactly, OrderDateTo: exactly })).toEqual([all[150].OrderNumber]);
    expect(await asked({ OrderDateFrom: exactly })).toEqual(numbersOf(all.slice(0, 151)));
    expect(await asked({ OrderDateTo: middle })).toEqual(numbersOf(all.slice(150)));
    const day = where((order) => sortable(order.OrderDate) >= '2025-06-10 00:00:00');
    expect(await asked({ OrderDateFrom: '2025-06-10' })).toEqual(day);
    expect(await asked({ OrderDateFrom: '2025-06-10 12:00:00 AM' })).toEqual(day);
    expect(await asked({ OrderDateFrom: '2025-06-12', OrderDateTo: '2025-06-11' })).toEqual([]);
  });

  it('lets order numbers override all other criteria', async () => {
    const [first, second] = [all[7], all[200]];
    const OrderNumberList = { OrderNumber: [String(second.OrderNumber), first.OrderNumber, 1] };
    const others = {
      // Overridden criteria aren't even validated.
      Status: 'nonsense',
      Type: 3,
      OrderDateFrom: '2030-01-01',
      SellerOrderNumberList: { SellerOrderNumber: ['x'] },
    };
    expect(await asked({ OrderNumberList, ...others })).toEqual([first.OrderNumber, second.OrderNumber]);
    expect(await asked({ OrderNumberList: { OrderNumber: [1] } })).toEqual([]);
  });

  it('lets seller order numbers override all criteria except order numbers', async () => {
    const multi = all.find((order) => order.SellerOrderNumber !== '');
    const SellerOrderNumberList = { SellerOrderNumber: [multi.SellerOrderNumber] };
    expect(await asked({ SellerOrderNumberList, Status: 5, Type: 2 })).toEqual([multi.OrderNumber]);
    expect(await asked({ SellerOrderNumberList: { SellerOrderNumber: [] }, Status: 5 })).toEqual(
      where((order) => order.OrderStatus === 5),
    );
  });

  it.each([
    { Status: 9 },
    { Type: 4 },
    { OrderDownloaded: 2 },
    { VoidSoon: 36 },
    { OrderDateFrom: 'yesterday' },
    { OrderDateTo: '2025-02-30' },
    { OrderNumberList: { OrderNumber: ['abc'] } },
    { Unknown: 1 },
  ])('rejects %o', async (criteria) => {
    const reply = await market.orders(criteria);
    expect(reply.status).toBe(400);
    expect(reply.json[0].Code).toBe('CE002');
  });
});

describe('inventory', () => {
  const skus = ['SSD-000001', '0000004', 'no such thing'];

  it('finds items by item number, part number, and UPC, and omits unknown ones', async () => {
    const bySku = (await market.inventory({ Values: skus })).json.ResponseBody;
    expect(bySku.TotalCount).toBe(2);
    const itemNumbers = bySku.ItemList.map((item: { ItemNumber: string }) => item.ItemNumber.toLowerCase());
    expect((await market.inventory({ Type: 0, Values: itemNumbers })).json.ResponseBody).toEqual(bySku);
    const report = (await market.lookup(market.known.requestIds[0])).json.ResponseBody.ItemList;
    const withUpc = report.find((item: { UPC?: string }) => item.UPC?.startsWith('00'));
    const byUpc = (await market.inventory({ Type: 2, Values: [withUpc.UPC] })).json.ResponseBody;
    expect(byUpc.ItemList[0].ItemNumber).toBe(withUpc.MarketItemNumber);
  });

  it('returns a repeated value once', async () => {
    expect((await market.inventory({ Values: [skus[0], skus[0]] })).json.ResponseBody.TotalCount).toBe(1);
  });

  it('filters warehouses but not items', async () => {
    const Values = market.known.allItemNumbers.slice(0, 100);
    const everywhere = (await market.inventory({ Type: 0, Values })).json.ResponseBody.ItemList;
    const some = (await market.inventory({ Type: 0, Values, WarehouseList: ['can', 'KOR'] })).json.ResponseBody;
    const limited = everywhere.map((item: { InventoryAllocation: { WarehouseLocation: string }[] }) => ({
      ...item,
      InventoryAllocation: item.InventoryAllocation.filter(({ WarehouseLocation }) =>
        ['CAN', 'KOR'].includes(WarehouseLocation),
      ),
    }));
    expect(some.ItemList).toEqual(limited);
    expect(some.TotalCount).toBe(100);
    expect(JSON.stringify(everywhere)).not.toBe(JSON.stringify(limited));
  });

  it('returns all warehouses for a blank list, and defaults to part numbers', async () => {
    const whole = (await market.inventory({ Type: 1, Values: skus })).json.ResponseBody;
    expect(whole.ItemList[0].InventoryAllocation.length).toBeGreaterThan(1);
    for (const WarehouseList of [[], null, '', ['']]) {
      expect((await market.inventory({ Type: '', Values: skus, WarehouseList })).json.ResponseBody).toEqual(whole);
    }
    const Values = Array.from({ length: 100 }, (_, at) => String(at)).with(99, 'SSD-000001');
    expect((await market.inventory({ Values })).json.ResponseBody.TotalCount).toBe(1);
  });

  it('returns the documented codes and messages', async () => {
    const said = async (body: object) => (await market.inventory(body)).json;
    expect(await said({ Type: 0, Values: [''] })).toEqual([{ Code: 'CT001', Message: 'Invalid ItemNumber' }]);
    expect(await said({ Type: 1, Values: [''] })).toEqual([{ Code: 'CT002', Message: 'Invalid SellerPartNumber' }]);
    expect(await said({ Type: 2, Values: [''] })).toEqual([{ Code: 'CT003', Message: 'Invalid UPCCode' }]);
    const supported = 'Invalid Action Type. We only support: 0 - item number, 1 - seller part number, 2 - UPC code';
    expect(await said({ Type: 7, Values: ['x'] })).toEqual([{ Code: 'CT005', Message: supported }]);
    expect(await said({ Values: ['x'] })).toEqual([{ Code: 'CT026', Message: 'No data found' }]);
  });

  it.each([
    [{ Type: 3, Values: ['x'] }, 'CT005'],
    [{ Type: 'SKU', Values: ['x'] }, 'CT005'],
    [{ Type: 0, Values: [''] }, 'CT001'],
    [{ Type: 1, Values: ['x'.repeat(41)] }, 'CT002'],
    [{ Values: [] }, 'CT002'],
    [{ Type: 2, Values: ['1', ' '] }, 'CT003'],
    [{ Type: 0, Values: ['9SI0000000000'] }, 'CT026'],
    [{ Values: Array.from({ length: 101 }, (_, at) => String(at)) }, 'CE002'],
    [{ Values: ['SSD-000001'], WarehouseList: ['United States'] }, 'CE002'],
    [{ Type: 0 }, 'CT001'],
    [{}, 'CT002'],
  ])('rejects %o with %s', async (body, code) => {
    const reply = await market.inventory(body);
    expect(reply.status).toBe(400);
    expect(reply.json[0].Code).toBe(code);
  });
});

describe('an inventory request by UPC without a match', () => {
  const codeOf = async (...Values: string[]) => {
    const reply = await market.inventory({ Type: 2, Values });
    return reply.json[0] ?? reply.json.ResponseBody.TotalCount;
  };

  it("gets CT010 for a catalog product that the seller doesn't list, and CT026 for an unknown one", async () => {
    const report = (await market.lookup(market.known.requestIds[1])).json.ResponseBody.ItemList;
    type Item = { UPC: string; MarketItemNumber?: string };
    const matched: Item[] = report.filter((item: Item) => item.MarketItemNumber);
    const unlisted = matched.filter((item) => !item.MarketItemNumber?.startsWith('9SI'));
    expect(unlisted.length).toBeGreaterThan(0);
    const CT010 = { Code: 'CT010', Message: 'Cannot find item with specified item condition' };
    for (const { UPC, MarketItemNumber } of unlisted) {
      expect(await codeOf(UPC)).toEqual(CT010);
      expect(await codeOf('000000000000', UPC)).toEqual(CT010);
      const byNumber = await market.inventory({ Type: 0, Values: [MarketItemNumber] });
      expect(byNumber.json[0].Code).toBe('CT026');
    }
    expect(await codeOf('000000000000')).toEqual({ Code: 'CT026', Message: 'No data found' });
    const listed = matched.find((item) => item.MarketItemNumber?.startsWith('9SI')) as Item;
    expect(await codeOf(unlisted[0]?.UPC as string, listed.UPC)).toBe(1);
  });
});

type Row = Record<string, string | number | null>;

describe('keywords', () => {
  const rowsOf = async (body: Record<string, unknown>): Promise<Row[]> => (await market.keywords(body)).json.rows;

  it('filters by campaign and group', async () => {
    const rows = await rowsOf({});
    expect(rows.every((row) => row.campaignNumber === market.known.campaigns[0])).toBe(true);
    const groupNumber = rows[0]?.groupNumber;
    expect(await rowsOf({ groupNumber })).toEqual(rows.filter((row) => row.groupNumber === groupNumber));
    expect(await rowsOf({ campaignNumber: 1 })).toEqual([]);
    expect((await market.keywords({ campaignNumber: null })).status).toBe(400);
  });

  it('filters by keyword, and requires a match mode with it', async () => {
    const rows = await rowsOf({});
    const found = await rowsOf({ searchKeywordType: 'KEYWORD', keyword: '+1 usb hub' });
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(rows.filter((row) => row.keyword === '+1 usb hub'));
    const [any] = rows.filter((row) => /^[a-z]/.test(String(row.keyword)));
    const shouted = String(any?.keyword).toUpperCase();
    expect(await rowsOf({ searchKeywordType: 'KEYWORD', keyword: shouted })).toEqual([]);
    expect((await rowsOf({ searchKeywordType: 'FUZZY', keyword: shouted })).length).toBeGreaterThan(0);
    expect((await rowsOf({ searchKeywordType: 'FUZZY', keyword: 'usb hub' })).length).toBeGreaterThan(found.length);
    expect((await market.keywords({ keyword: 'usb' })).status).toBe(400);
    expect((await market.keywords({ searchKeywordType: 'KEYWORD' })).status).toBe(400);
    expect((await market.keywords({ searchKeywordType: 'GUESS', keyword: 'usb' })).status).toBe(400);
  });

  it('filters by active status; Pending is neither active nor inactive', async () => {
    const rows = await rowsOf({});
    const active = rows.filter((row) => ['Processing', 'Delivering', 'Out of budget'].includes(row.status as string));
    const inactive = rows.filter((row) => ['Inactive', 'Ended'].includes(row.status as string));
    expect(await rowsOf({ activeStatus: 'Active' })).toEqual(active);
    expect(await rowsOf({ activeStatus: 'Inactive' })).toEqual(inactive);
    expect(active.length * inactive.length).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(active.length + inactive.length);
    expect(active.every((row) => row.activeStatus === 'Active')).toBe(true);
  });

  it('sorts by any field in either direction', async () => {
    const sorted = (sortField: string | null, sortType: string | null) =>
      rowsOf({ pageInfo: { pageIndex: 1, pageSize: 1000, sortField, sortType } });
    const bids = (await sorted('bid', 'Asc')).map((row) => row.bid as number);
    expect(bids).toEqual([...bids].sort((a, b) => a - b));
    const texts = (await sorted('keyword', 'Desc')).map((row) => row.keyword as string);
    expect(texts).toEqual([...texts].sort().reverse());
    expect(await sorted(null, null)).toEqual(await sorted('InDate', 'Desc'));
    expect(await sorted('inDate', 'Asc')).not.toEqual(await sorted('InDate', 'Desc'));
    const pageInfo = (more: object) => ({ pageInfo: { pageIndex: 1, pageSize: 10, ...more } });
    expect((await market.keywords(pageInfo({ sortField: 'color' }))).status).toBe(400);
    expect((await market.keywords(pageInfo({ sortType: 'Up' }))).status).toBe(400);
  });
});

describe('ad performance', () => {
  const rowsOf = async (body: Record<string, unknown>): Promise<Row[]> => (await market.performance(body)).json.rows;

  it('filters by campaign, type, country, active status, and name', async () => {
    const rows = await rowsOf({});
    const keyword = String(rows[0]?.keywordList).split(',')[0] ?? '';
    const filters: [Record<string, unknown>, (row: Row) => boolean][] = [
      [{ campaignNumber: market.known.campaigns[1] }, (row) => row.campaignNumber === market.known.campaigns[1]],
      [{ type: '0' }, (row) => row.type === 0],
      [{ countryCode: 'usa' }, (row) => row.countryCode === 'USA'],
      [{ activeStatus: 'Active' }, (row) => row.activeStatus === 'Active'],
      [{ keyword: 'Back to school' }, (row) => row.campaignName === 'Back to school'],
      [{ searchKeywordType: 'GROUP_NAME', keyword: 'nvme' }, (row) => row.groupName === 'NVMe'],
      [{ searchKeywordType: 'GROUP_NUM', keyword: String(rows[3]?.groupNumber) }, (row) => row === rows[3]],
      [
        { searchKeywordType: 'KEYWORD', keyword: keyword.toUpperCase() },
        (row) => String(row.keywordList).split(',').includes(keyword),
      ],
    ];
    for (const [filter, test] of filters) {
      const expected = rows.filter(test);
      expect(expected.length).toBeGreaterThan(0);
      expect(await rowsOf(filter)).toEqual(expected);
    }
    expect(await rowsOf({ sponsorType: 4 })).not.toEqual(rows);
    expect(await rowsOf({ countryCode: 'NZL' })).toEqual([]);
  });

  it('ignores null filters, sorts newest first by default, and sorts by any field', async () => {
    const rows = await rowsOf({});
    const nothing = {
      countryCode: null,
      campaignNumber: null,
      type: null,
      sponsorType: null,
      activeStatus: null,
    };
    expect(await rowsOf({ ...nothing, searchKeywordType: null, keyword: null })).toEqual(rows);
    const inDates = rows.map((row) => String(row.inDate));
    expect(inDates).toEqual([...inDates].sort().reverse());
    expect((await market.performance({ pageInfo: {} })).json.rows).toEqual(rows.slice(0, 20));
    const sorted = (sortField: string, sortType: string) =>
      rowsOf({ pageInfo: { pageIndex: 1, pageSize: 100, sortField, sortType } });
    const spends = (await sorted('spend', 'Asc')).map((row) => row.spend as number);
    expect(spends).toEqual([...spends].sort((a, b) => a - b));
    // Rows without a ratio come last in both directions.
    for (const way of ['Asc', 'Desc']) {
      const ratios = (await sorted('acos', way)).map((row) => row.acos);
      const firstNull = ratios.indexOf(null);
      expect(ratios.slice(firstNull).every((one) => one === null)).toBe(true);
    }
    expect((await market.performance({ pageInfo: { sortField: 'color' } })).status).toBe(400);
  });

  it('has zero figures and null ratios before the first group and after today', async () => {
    for (const year of ['2001', '2099']) {
      const rows = await rowsOf({ fromDate: `${year}-01-01`, toDate: `${year}-12-31` });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ spend: 0, impressions: 0, acos: null, ctr: null, cpc: null });
    }
  });

  it.each([
    { extUrl: null },
    { sellerId: '' },
    { fromDate: null },
    { toDate: '06/15/2025' },
    { fromDate: '2025-02-30' },
    { fromDate: '2025-06-16', toDate: '2025-06-15' },
    { campaignNumber: 'x' },
    { activeStatus: 'Sometimes' },
    { countryCode: 'US' },
    { searchKeywordType: 'COLOR' },
  ])('rejects %o', async (body) => {
    expect((await market.performance(body)).status).toBe(400);
  });
});
