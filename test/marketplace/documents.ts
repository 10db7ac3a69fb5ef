/** Recorded requests, responses, and errors from sources other than this project. */
import { readFileSync } from 'node:fs';
import { xmlOf } from './caller.ts';
import type { Operation } from './operations/operation.ts';

export interface WireDocument {
  file: string;
  operation: Operation['id'] | 'any';
  format: 'json' | 'xml' | 'txt' | 'html';
  direction: 'request' | 'response' | 'error';
  status: number | null;
}

const FIXTURES = new URL('../fixtures/', import.meta.url);

export const textOf = (file: string): string => readFileSync(new URL(file, FIXTURES), 'utf8');

/** Our own documents are excluded, because they don't prove how the service behaves. */
const isOurOwn = ({ file }: WireDocument): boolean => file.includes('/matrix-');

export const documents: readonly WireDocument[] = (
  JSON.parse(textOf('manifest.json')) as readonly WireDocument[]
).filter((document) => !isOurOwn(document));

export const filesOf = (direction: WireDocument['direction']): string[] =>
  documents.filter((document) => document.direction === direction).map(({ file }) => file);

export function contentOf(text: string): unknown {
  if (
    text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .startsWith('<')
  )
    return xmlOf(text).content;
  const content = JSON.parse(text.replace(/^\uFEFF/, ''));
  return content?.MarketAPIResponse ?? content;
}

const listChildren = [
  'InventoryResult',
  'Inventory',
  'Item',
  'ItemVarietyOption',
  'PriceLog',
  'OrderInfo',
  'ItemInfo',
  'PackageInfo',
];

/**
 * The path of each nonempty member, and whether it has members itself. Ignores list elements, because wrapping a list
 * doesn't change its members.
 */
export function membersOf(content: unknown, path = ''): Map<string, 'value' | 'members'> {
  const members = new Map<string, 'value' | 'members'>();
  const collect = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const entry of value) collect(entry, at);
    else if (typeof value !== 'object' || value === null) {
      if (at !== '' && value !== null && value !== '') members.set(at, 'value');
    } else {
      if (at !== '') members.set(at, 'members');
      for (const [name, member] of Object.entries(value)) {
        if (listChildren.includes(name)) collect(member, at);
        else {
          const below = at === '' ? name : `${at}.${name}`;
          collect(member, below);
        }
      }
    }
  };
  collect(content, path);
  return members;
}
