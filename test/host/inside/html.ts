// HtmlService as far as a sidebar of one page needs it.
import { blob } from './blob.ts';
import { callHost } from './bridge.ts';
import { enumeration, strict } from './strict.ts';

export interface HtmlOutput {
  getContent(): string;
  setContent(html: string): HtmlOutput;
  append(html: string): HtmlOutput;
  appendUntrusted(text: string): HtmlOutput;
  clear(): HtmlOutput;
  getTitle(): string | null;
  setTitle(title: string): HtmlOutput;
  getWidth(): number | null;
  setWidth(width: number): HtmlOutput;
  getHeight(): number | null;
  setHeight(height: number): HtmlOutput;
  getBlob(): unknown;
  setSandboxMode(mode: unknown): HtmlOutput;
  setXFrameOptionsMode(mode: unknown): HtmlOutput;
  addMetaTag(name: string, content: string): HtmlOutput;
}

function output(html: string): HtmlOutput {
  let content = html;
  let title: string | null = null;
  let width: number | null = null;
  let height: number | null = null;
  const chained =
    <A extends unknown[]>(change: (...args: A) => void) =>
    (...args: A) => {
      change(...args);
      return facade;
    };
  const facade: HtmlOutput = strict<HtmlOutput>('HtmlOutput', {
    getContent: () => content,
    setContent: chained((next: string) => {
      content = next;
    }),
    append: chained((more: string) => {
      content += more;
    }),
    appendUntrusted: chained((text: string) => {
      content += escaped(text);
    }),
    clear: chained(() => {
      content = '';
    }),
    getTitle: () => title,
    setTitle: chained((next: string) => {
      title = next;
    }),
    getWidth: () => width,
    setWidth: chained((next: number) => {
      width = next;
    }),
    getHeight: () => height,
    setHeight: chained((next: number) => {
      height = next;
    }),
    getBlob: () => blob(content, 'text/html', 'output.html'),
    setSandboxMode: chained(() => {}),
    setXFrameOptionsMode: chained(() => {}),
    addMetaTag: chained(() => {}),
  });
  return facade;
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&#34;')
    .replace(/'/g, '&#39;');
}

export const htmlService = {
  createHtmlOutput: (html: unknown = '') => output(typeof html === 'string' ? html : String(html)),
  createHtmlOutputFromFile: (name: string) =>
    output(callHost<string>('HtmlService.createHtmlOutputFromFile', name)),
  SandboxMode: enumeration('SandboxMode', 'EMULATED', 'IFRAME', 'NATIVE'),
  XFrameOptionsMode: enumeration('XFrameOptionsMode', 'ALLOWALL', 'DEFAULT'),
};
