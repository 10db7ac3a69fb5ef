/** A rejected request. Can be thrown anywhere; becomes an error body. */
import { HTTP, SCHEMA_CODE } from '../assumptions.ts';

export interface ServiceError {
  code: string;
  message: string;
}

export class Refusal extends Error {
  readonly error: ServiceError;

  constructor(
    readonly status: number,
    code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code}: ${message}`);
    this.error = { code, message };
  }
}

/** Truncates long client input. */
const quote = (value: unknown): string => {
  // Serializing a deeply nested object could overflow the stack.
  const text = typeof value === 'object' && value !== null ? '(an object or a list)' : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

export const invalid = (name: string, value: unknown, code: string = SCHEMA_CODE): Refusal =>
  new Refusal(
    HTTP.badRequest,
    code,
    `The '${quote(name)}' element is invalid - The value '${quote(value)}' is invalid.`,
  );

export const malformed = (why: string): Refusal => new Refusal(HTTP.badRequest, SCHEMA_CODE, why);
