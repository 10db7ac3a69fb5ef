/**
 * Validates XML responses against the published schemas. The schemas are older than the specification, so the
 * differences are listed here.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { isLong } from '../effort.ts';
import { Market } from './caller.ts';
import { textOf } from './documents.ts';

let market: Market;
let storm: Market;
beforeAll(async () => {
  market = await Market.open({ items: 60, orders: 100 });
  storm = await Market.open({ items: 60, orders: 100, scenario: 'void-storm' });
});
afterAll(async () => {
  await market.running.close();
  await storm.running.close();
});

const xml = { 'Content-Type': 'application/xml', Accept: 'application/xml' };

async function ordersIn(shop: Market, version: string): Promise<string> {
  const type = '<OperationType>GetOrderInfoRequest</OperationType>';
  const body = `<MarketAPIRequest>${type}<RequestBody/></MarketAPIRequest>`;
  const path = '/marketplace/b2b/ordermgmt/order/orderinfo';
  return (await shop.ask(path, { method: 'PUT', query: { version }, headers: xml, body })).text;
}

async function reportOn(storefront: string, request: number, page: number): Promise<string> {
  const info = `<PageInfo><PageIndex>${page}</PageIndex><PageSize>100</PageSize></PageInfo>`;
  const id = `<RequestID>${market.known.requestIds[request]}</RequestID>`;
  const type = '<OperationType>ItemLookupRequest</OperationType>';
  const body = `<MarketAPIRequest>${type}<RequestBody>${id}${info}</RequestBody></MarketAPIRequest>`;
  const path = `/marketplace/${storefront}reportmgmt/report/result`;
  return (await market.ask(path, { method: 'PUT', headers: xml, body })).text;
}

/** A difference between the schema and the specification. `amend` updates the schema. */
interface Deviation {
  why: string;
  amend: (schema: string) => string;
}

const element = (name: string) => new RegExp(`<xs:element name="${name}"[^>]*?(?=/?>)`);

function withElements(after: string, ...names: string[]): (schema: string) => string {
  const added = names.map((name) => `<xs:element name="${name}" type="xs:string" minOccurs="0"/>`).join('');
  return (schema) => schema.replace(new RegExp(`<xs:element name="${after}"[^>]*/>`), (found) => found + added);
}

const optional =
  (...names: string[]) =>
  (schema: string) =>
    names.reduce((text, name) => text.replace(element(name), (found) => `${found} minOccurs="0"`), schema);

/** In the schema, an order's list of line items comes before a package's list of items. */
const mayBeEmpty = (which: 'first' | 'last') => (schema: string) => {
  const entry = '<xs:element name="ItemInfo" maxOccurs="unbounded"';
  const at = which === 'first' ? schema.indexOf(entry) : schema.lastIndexOf(entry);
  return `${schema.slice(0, at)}${entry} minOccurs="0"${schema.slice(at + entry.length)}`;
};

const orderDeviations: Deviation[] = [
  {
    why: 'the status Payment Pending is new in version 312',
    amend: (schema) =>
      schema
        .replace('<xs:enumeration value="4"/>', '<xs:enumeration value="4"/><xs:enumeration value="5"/>')
        .replace(
          '<xs:enumeration value="Voided"/>',
          '<xs:enumeration value="Voided"/><xs:enumeration value="Payment Pending"/>',
        ),
  },
  { why: 'SellerOrderNumber is absent before version 305', amend: optional('SellerOrderNumber') },
  {
    why: 'RecyclingFeeAmount is new in version 306',
    amend: withElements('RefundAmount', 'RecyclingFeeAmount'),
  },
  {
    why: 'the two due dates are new in version 311',
    amend: withElements('CustomerEmailAddress', 'OnTimeShipDueDate', 'DeliverDueDate'),
  },
  {
    why: 'AutoVoidTime and CurrencyCode are new in version 313',
    amend: withElements('OrderDate', 'AutoVoidTime', 'CurrencyCode'),
  },
  {
    why: 'SignatureRequired is new in version 314',
    amend: withElements('ShipToCompany', 'SignatureRequired'),
  },
  {
    why: 'the specification has no taxes for order lines',
    amend: optional('ExtendSalesTax', 'ExtendVAT', 'ExtendDuty'),
  },
  {
    why: 'the specification has a shipping charge per unit',
    amend: withElements('ExtendUnitPrice', 'UnitShippingCharge'),
  },
  {
    why: 'the specification has the sender of a package',
    amend: withElements(
      'TrackingNumber',
      ...['ShipFromAddress', 'ShipFromAddress2', 'ShipFromCity', 'ShipFromState', 'ShipFromZipCode'],
      'ShipFromName',
    ),
  },
  { why: 'void-storm removes all lines from some voided orders', amend: mayBeEmpty('first') },
  { why: 'a package can be registered before its content is known', amend: mayBeEmpty('last') },
];

const reportDeviations: Deviation[] = [
  { why: 'a product without a match has no package count', amend: optional('PacksOrSets') },
  {
    why: 'the specification has variants',
    amend: (schema) =>
      schema.replace('<xs:element name="Note"', '<xs:element name="Variety" minOccurs="0"/><xs:element name="Note"'),
  },
];

async function complaints(answers: string[], schema: string): Promise<string[]> {
  const files = answers.map((contents, at) => ({ fileName: `answer-${at}.xml`, contents }));
  const { valid, errors } = await validateXML({ xml: files, schema: [schema] });
  const told = errors.map(({ rawMessage }) => rawMessage);
  expect(valid).toBe(told.length === 0);
  return told;
}

async function expectDeviations(file: string, answers: string[], deviations: Deviation[]) {
  const amended = (without?: Deviation) =>
    deviations.reduce(
      (schema, one) => {
        const next = one === without ? schema : one.amend(schema);
        if (one !== without) expect(next, one.why).not.toBe(schema);
        return next;
      },
      textOf(`xsd/${file}`),
    );
  expect(await complaints(answers, amended())).toEqual([]);
  // Fails if a listed deviation is no longer needed.
  for (const one of isLong ? deviations : []) {
    expect(await complaints(answers, amended(one)), one.why).not.toEqual([]);
  }
}

it('orders of the first and last version, and in void-storm, match GetOrderInfoResponse.xsd', async () => {
  const answers = [
    await ordersIn(market, '304'),
    await ordersIn(market, '311'),
    await ordersIn(market, '315'),
    await ordersIn(storm, '315'),
  ];
  await expectDeviations('GetOrderInfoResponse.xsd', answers, orderDeviations);
});

it('lookup reports of each storefront match ItemLookupResponse.xsd, even beyond the last page', async () => {
  const answers = [
    await reportOn('', 0, 1),
    await reportOn('', 1, 1),
    await reportOn('b2b/', 2, 1),
    await reportOn('can/', 0, 2),
    await reportOn('can/', 0, 9),
  ];
  await expectDeviations('ItemLookupResponse.xsd', answers, reportDeviations);
});

/** The published schemas don't cover error responses, so this one follows the specification. */
const ERRORS = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:element name="Errors"><xs:complexType><xs:sequence>
  <xs:element name="Error" maxOccurs="unbounded"><xs:complexType><xs:all>
    <xs:element name="Code"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType></xs:element>
    <xs:element name="Message"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType></xs:element>
  </xs:all></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element></xs:schema>`;

it('errors have the documented shape', async () => {
  const inventory = '/marketplace/contentmgmt/item/international/inventorylist';
  const asked = (values: string) => `<ContentQueryCriteria><Type>0</Type>${values}</ContentQueryCriteria>`;
  const replies = [
    await market.ask(inventory, { headers: xml, body: asked('<Values><Key>unknown</Key></Values>') }),
    await market.ask(inventory, { headers: xml, body: asked('') }),
    await market.ask(inventory, { headers: xml, body: '<a>&amp;<b>]]&gt;</b>' }),
    await market.ask(inventory, { headers: xml, body: asked('<Stranger/>') }),
    await market.ask(inventory, { headers: { ...xml, SecretKey: 'x' }, body: asked('') }),
    await market.ask(inventory, { headers: xml, query: { sellerid: '' }, body: asked('') }),
    await market.ask(inventory, { method: 'DELETE', headers: xml }),
    await market.ask('/nowhere', { headers: xml }),
  ];
  for (const reply of replies) expect(reply.status).toBeGreaterThanOrEqual(400);
  const answers = replies.map(({ text }) => text);
  expect(await complaints(answers, ERRORS)).toEqual([]);
});

it('requests that match the schemas are accepted', async () => {
  const criteria = [
    '<OrderNumberList/><SellerOrderNumberList/><Status>4</Status><OrderDownloaded>1</OrderDownloaded>',
    '<OrderNumberList><OrderNumber>7</OrderNumber><OrderNumber>8</OrderNumber></OrderNumberList>',
    '<VoidSoon>48</VoidSoon><OrderDateFrom>2025-06-01 00:00:00</OrderDateFrom><Type>3</Type>',
    '<CountryCode>USA</CountryCode><PremierOrder>2</PremierOrder>',
  ].map(
    (inner) =>
      '<MarketAPIRequest><IssueUser>seller@shop.example</IssueUser><OperationType>GetOrderInfoRequest</OperationType>' +
      `<RequestBody><PageSize>5</PageSize><RequestCriteria>${inner}</RequestCriteria></RequestBody></MarketAPIRequest>`,
  );
  expect(await complaints(criteria, textOf('xsd/GetOrderInfoRequest.xsd'))).toEqual([]);
  const path = '/marketplace/b2b/ordermgmt/order/orderinfo';
  for (const body of criteria) {
    const reply = await market.ask(path, { method: 'PUT', query: { version: '312' }, headers: xml, body });
    expect(reply.status, reply.text).toBe(200);
  }
});
