import { notEmulated, strict } from './strict.ts';
import { type Bytes, utf8Bytes, utf8Text } from './text-bytes.ts';

export type Blob = GoogleAppsScript.Base.Blob;

export function blob(data: string | Bytes, contentType: string | null = null, name: string | null = null): Blob {
  // Converted to bytes on demand, because responses can be several megabytes.
  let content = data;
  const bytes = () => (typeof content === 'string' ? utf8Bytes(content) : content);
  let type = contentType;
  let called = name;
  const facade: Blob = strict<Blob>('Blob', {
    getBytes: () => bytes().slice(),
    setBytes(next) {
      content = next.slice();
      return facade;
    },
    getDataAsString: (charset?: string) => textIn(content, charset),
    setDataFromString(text) {
      content = text;
      return facade;
    },
    getContentType: () => type,
    setContentType(next) {
      type = next;
      return facade;
    },
    getName: () => called,
    setName(next) {
      called = next;
      return facade;
    },
    getBlob: () => facade,
    copyBlob: () => blob(typeof content === 'string' ? content : content.slice(), type, called),
    isGoogleType: () => false,
  });
  return facade;
}

export function textIn(content: string | Bytes, charset = 'UTF-8'): string {
  const name = charset.toUpperCase();
  if (name === 'UTF-8') return typeof content === 'string' ? content : utf8Text(content);
  const bytes = typeof content === 'string' ? utf8Bytes(content) : content;
  if (name === 'ISO-8859-1' || name === 'US-ASCII') {
    return bytes.map((byte) => String.fromCharCode(byte & 255)).join('');
  }
  return notEmulated(`charset ${charset}`);
}

export function isBlob(value: unknown): value is Blob {
  return typeof value === 'object' && value !== null && 'getDataAsString' in value;
}
