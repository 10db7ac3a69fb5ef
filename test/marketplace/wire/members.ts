/** The members of a request body, from XML (strings only) or JSON (typed values or strings). */
import { UNKNOWN_MEMBERS_REFUSED } from '../assumptions.ts';
import { invalid, malformed } from './refusal.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

export class Members {
  private constructor(private readonly source: Record<string, unknown>) {}

  /** A blank value is an empty object, because an empty XML element is one. */
  static of(value: unknown, name: string): Members {
    if (isBlank(value)) return new Members({});
    if (!isObject(value)) throw invalid(name, value);
    return new Members(value);
  }

  names(): string[] {
    return Object.keys(this.source);
  }

  private member(name: string): unknown {
    return Object.hasOwn(this.source, name) ? this.source[name] : undefined;
  }

  /** Undefined if absent, null, or blank. The specification gives all three the same default. */
  text(name: string): string | undefined {
    const value = this.member(name);
    if (isBlank(value)) return undefined;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') throw invalid(name, value);
    return value.trim();
  }

  whole(name: string, least: number, most: number, code?: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^-?\d{1,15}$/.test(text) || value < least || value > most) throw invalid(name, text, code);
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], code?: string): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((value) => value.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw invalid(name, text, code);
    return found;
  }

  group(name: string): Members {
    return Members.of(this.member(name), name);
  }

  /** Accepts a JSON array, an object (XML element) with repeated children, or a single child. */
  texts(name: string, child: string): string[] {
    let value = this.member(name);
    if (isObject(value)) {
      const wrapped = Members.of(value, name);
      wrapped.allowOnly([child], name);
      value = wrapped.member(child);
      if (value === '') return [''];
    } else if (value === '') return [];
    if (value === undefined || value === null) return [];
    return (Array.isArray(value) ? value : [value]).map((entry) => {
      if (entry === null) return '';
      if (typeof entry === 'string') return entry.trim();
      if (typeof entry === 'number') return String(entry);
      throw invalid(child, entry);
    });
  }

  allowOnly(expected: readonly string[], parent: string): void {
    if (!UNKNOWN_MEMBERS_REFUSED) return;
    const stranger = this.names().find((name) => !expected.includes(name));
    if (stranger === undefined) return;
    throw malformed(
      `The element '${parent}' has invalid child element '${stranger.slice(0, 60)}'. ` +
        `List of possible elements expected: '${expected.join(', ')}'.`,
    );
  }
}
