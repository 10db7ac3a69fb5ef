// HTML templates. Scriptlets can use the script's globals and the template's properties.
import { notEmulated, reached } from './strict.ts';

type HtmlOutput = GoogleAppsScript.HTML.HtmlOutput;
type HtmlTemplate = GoogleAppsScript.HTML.HtmlTemplate;

export function template(raw: string, outputOf: (html: string) => HtmlOutput): HtmlTemplate {
  // A plain object, because scripts set arbitrary properties.
  return Object.create({
    evaluate(this: object) {
      reached.add('HtmlTemplate.evaluate');
      return outputOf(filledIn(raw, this));
    },
    getRawContent() {
      reached.add('HtmlTemplate.getRawContent');
      return raw;
    },
    getCode: () => notEmulated('HtmlTemplate.getCode'),
    getCodeWithComments: () => notEmulated('HtmlTemplate.getCodeWithComments'),
  }) as HtmlTemplate;
}

function filledIn(raw: string, properties: object): string {
  const page = new Page();
  const names = Object.keys(properties).filter((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name));
  const run = new Function('output', ...names, codeOf(raw)) as (...values: unknown[]) => void;
  run(page, ...names.map((name) => Reflect.get(properties, name)));
  return page.html;
}

/** The code assigns output to a property instead of passing it to a function, because a scriptlet may end in `;`. */
function codeOf(raw: string): string {
  const code: string[] = [];
  let end = 0;
  for (const { 0: all, 1: kind, 2: inner, index } of raw.matchAll(/<\?(!?=|)([\s\S]*?)\?>/g)) {
    code.push(`output.text = ${JSON.stringify(raw.slice(end, index))};`);
    if (kind === '') code.push(inner!);
    else code.push(`output.${kind === '=' ? 'escaped' : 'forced'} = ${inner}\n;`);
    end = index + all.length;
  }
  code.push(`output.text = ${JSON.stringify(raw.slice(end))};`);
  return code.join('\n');
}

class Page {
  html = '';
  /** Up to this index, the page has only complete elements and text. */
  #known = 0;

  set text(text: string) {
    this.html += text;
  }

  set forced(value: unknown) {
    this.html += printed(value);
  }

  set escaped(value: unknown) {
    const place = placeAtEnd(this.html.slice(this.#known));
    if (place === undefined) {
      throw new Error('not emulated: <?= ?> outside text and quoted plain-text attributes');
    }
    if (place === 'text') this.#known = this.html.length;
    this.html += escapeHtml(printed(value));
  }
}

function printed(value: unknown): string {
  if (value === null || value === undefined || (typeof value === 'object' && !(value instanceof Date))) {
    throw new Error(`not emulated: printing ${Array.isArray(value) ? 'an array' : String(value)} in a template`);
  }
  return String(value);
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&#34;')
    .replace(/'/g, '&#39;');
}

/** Attributes with code or URLs. Their escaping is undocumented. */
const otherThanText =
  /^(on.*|style|srcdoc|(xlink:)?href|src|srcset|action|formaction|background|cite|data|poster|longdesc|manifest|ping)$/i;

/** The context at the end of the page; undefined if its escaping is unknown. */
function placeAtEnd(html: string): 'text' | 'attribute' | undefined {
  const tag = /<!--|<\/?([a-z][^\s/>]*)/gi;
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    if (found[0] === '<!--') {
      const end = html.indexOf('-->', tag.lastIndex);
      if (end < 0) return undefined;
      tag.lastIndex = end;
      continue;
    }
    const end = endOfTag(html, tag.lastIndex);
    if (typeof end !== 'number') return end.attribute ? 'attribute' : undefined;
    tag.lastIndex = end;
    if (!/^<(script|style)$/i.test(found[0])) continue;
    const closing = html.toLowerCase().indexOf(`</${found[1]!.toLowerCase()}`, end);
    if (closing < 0) return undefined;
    tag.lastIndex = closing;
  }
  return 'text';
}

/** The end of the tag, or, if the page ends inside the tag, whether it ends in a plain-text attribute. */
function endOfTag(html: string, from: number): number | { attribute: boolean } {
  const part = /\s+|\/|(>)|([^\s=>/]+)(?:\s*=\s*(?:("[^"]*"|'[^']*')|(["'])|[^\s>"']+)?)?/gy;
  part.lastIndex = from;
  while (part.lastIndex < html.length) {
    const found = part.exec(html);
    if (!found) return { attribute: false };
    const [, end, name, , openQuote] = found;
    if (end) return part.lastIndex;
    if (openQuote) return { attribute: !otherThanText.test(name!) };
  }
  return { attribute: false };
}
