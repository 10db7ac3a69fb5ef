import { HTTP, NULL_SELLER_CODE } from '../assumptions.ts';
import type { Operation } from '../operations/operation.ts';
import type { Shop } from '../shop/shop.ts';
import { Refusal } from '../wire/refusal.ts';

const unauthorized = (code: string, message: string) => new Refusal(HTTP.wrongCredentials, code, message);

export function checkKeys(shop: Shop, apiKey: string | undefined, secretKey: string | undefined): void {
  if (apiKey !== shop.apiKey) {
    throw unauthorized('InvalidConsumerKey', 'The provided consumer key is malformed or otherwise invalid.');
  }
  if (!secretKey) throw unauthorized('InvalidToken', 'Secret Key is null.');
  if (secretKey !== shop.secretKey) throw unauthorized('InvalidToken', 'Illegal secret key.');
}

export function checkSellerId(shop: Shop, sellerId: string | undefined, operation: Operation): void {
  if (!sellerId?.trim()) throw new Refusal(HTTP.badRequest, NULL_SELLER_CODE, operation.nullSellerMessage);
  if (sellerId === shop.sellerId) return;
  throw new Refusal(
    HTTP.notYourSeller,
    'AccessDenied',
    'The specified seller id is invalid or you have not yet got the authorization from this seller.',
  );
}
