import { PRICE_HISTORY_PAGE_SIZE, PRICE_LOG_ELEMENT } from '../assumptions.ts';
import { isoWithOffset } from '../pacific.ts';
import { itemNumberOf } from '../shop/items.ts';
import { type Platform, type PriceChange, priceHistory } from '../shop/prices.ts';
import { type Fields, ListOf, Money } from '../wire/tree.ts';
import type { Call, Operation } from './operation.ts';
import { queryNumber } from './pages.ts';

const logFields = (change: PriceChange, itemNumber: string, sellerId: string, platform: Platform): Fields => ({
  MarketItemNumber: itemNumber,
  OriginalUnitPrice: new Money(change.original),
  TargetUnitPrice: new Money(change.target),
  BuyboxUnitPrice: change.buybox === null ? null : new Money(change.buybox),
  RequestTimeStamp: isoWithOffset(change.time),
  RequestUser: change.user,
  SellerID: sellerId,
  Platform: platform,
  SourceSystem: change.source,
  Trigger: change.trigger,
  ProcessStatus: change.status,
  Memo: change.memo,
});

function answer(call: Call): Fields {
  const { shop, finder } = call.world;
  const platform: Platform = call.storefront === 'canadian' ? 'CAN' : 'USA';
  const page = {
    index: queryNumber('pageindex', call.query('pageindex'), 1),
    size: queryNumber('pagesize', call.query('pagesize'), PRICE_HISTORY_PAGE_SIZE),
  };
  // No error code is documented for an unknown item, so its history is empty.
  const index = finder.find(0, call.itemNumber);
  const { total, changes } =
    index === undefined ? { total: 0, changes: [] } : priceHistory(shop, index, platform, call.shopTime, page);
  const itemNumber = index === undefined ? '' : itemNumberOf(shop, index);
  return {
    IsSuccess: true,
    SellerID: shop.sellerId,
    OperationType: 'GetRepricerPriceHistory',
    ResponseDate: isoWithOffset(call.now, '4891'),
    ResponseBody: {
      PriceLogs: new ListOf(
        PRICE_LOG_ELEMENT,
        changes.map((change) => logFields(change, itemNumber, shop.sellerId, platform)),
      ),
      TotalCount: total,
    },
  };
}

export const priceHistoryOperation: Operation = {
  id: 'price-history',
  method: 'GET',
  paths: {
    main: '/marketplace/usa/contentmgmt/item/repricer/item/history/:itemnumber',
    canadian: '/marketplace/can/contentmgmt/item/repricer/item/history/:itemnumber',
  },
  callsPerHour: 500,
  isSponsored: false,
  nullSellerMessage: 'The provided SellerId is null.',
  answer,
};
