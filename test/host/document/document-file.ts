// Writes a document as JSON with line breaks that make versions easy to compare, such as one line per row.
import { readFileSync, writeFileSync } from 'node:fs';
import { decode, encode } from '../codec.ts';
import { type DocumentData, documentIn } from './document.ts';

/** Longer values are split into lines. */
const WIDTH = 140;

export function writeDocument(file: string, document: DocumentData): number {
  const text = `${inLines(JSON.parse(encode(document)), '')}\n`;
  writeFileSync(file, text);
  return Buffer.byteLength(text);
}

export function readDocument(file: string): DocumentData {
  return documentIn(decode(readFileSync(file, 'utf8')));
}

function inLines(value: unknown, indent: string): string {
  const text = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || isOneLine(value, text)) return text;
  const within = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((part) => inLines(part, within))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${inLines(part, within)}`);
  return `${open}\n${parts.map((part) => within + part).join(',\n')}\n${indent}${close}`;
}

function isOneLine(value: object, text: string): boolean {
  return text.length <= WIDTH || (Array.isArray(value) && value.every(isCell));
}

function isCell(part: unknown): boolean {
  return typeof part !== 'object' || part === null || 'formula' in part;
}
