/** Finds the connection fields that a failed test points to. */
import type { SettingField } from '../../src/build/form-data.ts';
import type { ErrorCode } from '../../src/protocol/market-error.ts';
import type { Failure } from '../transport.ts';

export type ConnectionField = 'baseUrl' | 'sellerId' | 'apiKey' | 'secretKey' | 'storefronts' | 'format' | 'version';

export interface PointedAt {
  readonly fields: readonly ConnectionField[];
  readonly settings: readonly SettingField['name'][];
}

const BY_CODE: Partial<Record<ErrorCode, Partial<PointedAt>>> = {
  MARKET_KEY: { fields: ['apiKey', 'secretKey'] },
  MARKET_SELLER: { fields: ['sellerId', 'apiKey', 'secretKey', 'storefronts'] },
  MARKET_STOREFRONT: { fields: ['baseUrl', 'storefronts'] },
  MARKET_UNREACHABLE: { fields: ['baseUrl'] },
  MARKET_BLOCKED: { fields: ['baseUrl'] },
  MARKET_BAD_ANSWER: { fields: ['baseUrl', 'format'] },
  MARKET_SERVICE: {
    fields: ['format', 'version'],
    settings: ['envelopeWord', 'jsonRequestRoot', 'apiKeyCodes', 'sellerCodes'],
  },
  MARKET_TIMEOUT: { settings: ['callTimeoutSeconds'] },
  MARKET_CAP: { settings: ['caps', 'capCodes'] },
};

/** Returns undefined if changing the connection can't fix the failure. */
export function pointedAt({ code, message }: Failure): PointedAt | undefined {
  const { fields = [], settings = [] } = BY_CODE[code as ErrorCode] ?? {};
  if (fields.length + settings.length === 0) return undefined;
  // The message names only one of the two keys, so the other key isn't the problem.
  const isOther = (field: ConnectionField) =>
    code === 'MARKET_KEY' &&
    ((field === 'apiKey' && message.includes('secret key')) || (field === 'secretKey' && message.includes('API key')));
  return { fields: fields.filter((field) => !isOther(field)), settings };
}
