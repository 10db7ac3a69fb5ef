import { blob, isBlob } from './blob.ts';
import { callHost } from './bridge.ts';
import { type Emulated, enumeration, strict } from './strict.ts';
import { escapeHtml, template } from './template.ts';

type HtmlOutput = GoogleAppsScript.HTML.HtmlOutput;

function output(html: string): HtmlOutput {
  let content = html;
  let title = '';
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
      content += escapeHtml(text);
    }),
    clear: chained(() => {
      content = '';
    }),
    getTitle: () => title,
    setTitle: chained((next: string) => {
      title = next;
    }),
    // Null until set. Google's types omit this, here and for the height.
    getWidth: () => width!,
    setWidth: chained((next: number) => {
      width = next;
    }),
    getHeight: () => height!,
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

const textOf = (html: unknown) => (isBlob(html) ? html.getDataAsString() : String(html));

export const htmlService: Emulated<GoogleAppsScript.HTML.HtmlService> = {
  createHtmlOutput: (html: unknown = '') => output(textOf(html)),
  createHtmlOutputFromFile: (name) => output(callHost<string>('HtmlService.createHtmlOutputFromFile', name)),
  createTemplate: (html: unknown) => template(textOf(html), output),
  createTemplateFromFile: (name) => template(callHost<string>('HtmlService.createTemplateFromFile', name), output),
  SandboxMode: enumeration<typeof GoogleAppsScript.HTML.SandboxMode>('SandboxMode', 'EMULATED', 'IFRAME', 'NATIVE'),
  XFrameOptionsMode: enumeration<typeof GoogleAppsScript.HTML.XFrameOptionsMode>(
    'XFrameOptionsMode',
    'ALLOWALL',
    'DEFAULT',
  ),
};
