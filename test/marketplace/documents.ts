/** The wire documents: requests, answers and errors that were written down elsewhere, and their list. */
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

/** Written for the client's tests by those who wrote the client: what they show, the marketplace cannot learn from. */
const isOurOwn = ({ file }: WireDocument): boolean => file.includes('/matrix-');

export const documents: readonly WireDocument[] = (
  JSON.parse(textOf('manifest.json')) as readonly WireDocument[]
).filter((document) => !isOurOwn(document));

export const filesOf = (direction: WireDocument['direction']): string[] =>
  documents.filter((document) => document.direction === direction).map(({ file }) => file);

/** Without its root, whatever the format. */
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
 * Each member's path and whether it holds members itself; nothing is said of what is empty. Lists are looked through,
 * in any of their dresses, since their dress says nothing about their members.
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
