/** What each code of an error means, and what to do. */
import type { ErrorCode } from '../protocol/market-error.ts';

export interface ErrorMeaning {
  readonly means: string;
  readonly todo: string;
}

export const errorCodes: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  MARKET_NO_CONNECTION: {
    means: 'the owner of the spreadsheet has connected no shop',
    todo: 'the owner connects one in the sidebar; then reload the spreadsheet',
  },
  MARKET_KEY: {
    means: 'the API key or the secret key is not accepted; the sentence says which',
    todo: 'copy it again from the seller portal into the connection',
  },
  MARKET_SELLER: {
    means: 'the seller ID and the keys do not belong together',
    todo: 'check the seller ID of the connection, and test it in the sidebar',
  },
  MARKET_STOREFRONT: {
    means: 'the operation is not offered on that storefront',
    todo: 'choose one that the sentence names, in the formula or in the connection',
  },
  MARKET_ARGUMENT: {
    means: 'an argument is wrong; the sentence names it',
    todo: 'type what the sentence asks for; nothing was asked of the marketplace',
  },
  MARKET_NOT_FOUND: {
    means:
      'the marketplace has nothing of the one identifier that was asked for, or the Catalog does not say which item it is (in a range: a blank)',
    todo: 'check the identifier, or do what the sentence says; after 15 minutes a reload asks for it again',
  },
  MARKET_CAP: {
    means: 'the marketplace allows no more calls for now, and there is no earlier answer',
    todo: 'wait until the time in the sentence, which is in the time zone of the spreadsheet; then reload it',
  },
  MARKET_QUOTA: {
    means: 'Google lets this account make no more calls, for a minute or until its day is over',
    todo: 'wait until the time in the sentence; where it is the day that is over, let fewer jobs run',
  },
  MARKET_BLOCKED: {
    means: "the operator's firewall blocked the call, or Google was not given the permission to make it",
    todo: "ask the operator's support to admit calls from Google Apps Script, or allow the calls; the sentence says which",
  },
  MARKET_UNREACHABLE: {
    means: 'nobody answers at that address, or the service is down',
    todo: 'check the base address of the connection; else try again in some minutes',
  },
  MARKET_SERVICE: {
    means: 'the service refused; its own code and text follow',
    todo: "mend what its text names; else ask the operator's support",
  },
  MARKET_BAD_ANSWER: {
    means: 'the answer was empty, cut off, not data, or shorter than announced',
    todo: 'try again later; nothing of it was used',
  },
  MARKET_TIMEOUT: {
    means: 'it took longer than a formula may wait, or Google did not answer',
    todo: 'try again in a minute; ask for less in one formula, or choose "Refresh now" in the menu',
  },
  MARKET_TABLE: {
    means: 'a sheet cannot be written: its name is taken, its header or a hidden column is gone, or it is protected',
    todo: 'do what the sentence says; no row is lost',
  },
};
