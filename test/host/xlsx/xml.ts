export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

// Control characters and unpaired surrogates. XML doesn't allow them even escaped.
const illegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function escapeXml(text: string): string {
  return text
    .replace(illegal, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/**
 * Escapes cell text: a character that XML doesn't allow becomes `_x0007_`, and text that already looks like this is
 * escaped too.
 */
export function escapeCellText(text: string): string {
  const code = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  const marked = text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(illegal, code)
    .replace(/\r/g, code);
  return escapeXml(marked).replace(/&#10;/g, '\n').replace(/&#9;/g, '\t');
}

type Attribute = string | number | boolean | undefined;

/** Omits undefined attributes. `content` is XML. */
export function element(name: string, attributes: Record<string, Attribute> = {}, ...content: string[]): string {
  const inside = content.join('');
  const start = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(typeof value === 'boolean' ? Number(value) : value))}"`);
  return inside === '' ? `<${name}${start.join('')}/>` : `<${name}${start.join('')}>${inside}</${name}>`;
}

/** An element with a count of its children; '' if it has none. */
export function counted(name: string, items: readonly string[]): string {
  return items.length === 0 ? '' : element(name, { count: items.length }, ...items);
}
