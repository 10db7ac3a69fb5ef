/** The wire documents of test/fixtures and their expected records. */
import { existsSync, readFileSync } from 'node:fs';
import type { HttpResult } from '../../src/protocol/http.ts';

export interface WireDocument {
  readonly file: string;
  /** Operation ID, or `any`. */
  readonly operation: string;
  readonly format: 'json' | 'xml' | 'html' | 'txt';
  readonly direction: 'request' | 'response' | 'error';
  readonly status: number | null;
  readonly contentType: string;
  readonly kind: 'official' | 'captured' | 'observed' | 'quoted' | 'derived' | 'crafted';
  readonly headers?: Readonly<Record<string, string>>;
  readonly what?: string;
}

const ROOT = new URL('../fixtures/', import.meta.url);

export function documentText(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

export const wireDocuments = JSON.parse(documentText('manifest.json')) as readonly WireDocument[];

export function wireDocument(file: string): WireDocument {
  const found = wireDocuments.find((document) => document.file === file);
  if (!found) throw new Error(`There is no wire document ${file}.`);
  return found;
}

/** The document as a response, with status 400 if none was recorded. */
export function arriving(file: string): Exclude<HttpResult, { fault: unknown }> {
  const { status, contentType, headers } = wireDocument(file);
  const named = Object.entries({ 'Content-Type': contentType, ...headers });
  return {
    status: status ?? 400,
    headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])),
    text: documentText(file),
  };
}

/** The expected records, without missing values. */
export function expectedRecords(file: string): readonly Record<string, unknown>[] {
  if (!existsSync(new URL(`expected/${file}.json`, ROOT)))
    throw new Error(`Write the decoded records of ${file} to test/fixtures/expected/${file}.json.`);
  return JSON.parse(documentText(`expected/${file}.json`)) as Record<string, unknown>[];
}
