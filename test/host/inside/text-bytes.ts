// Converts strings to and from Google's signed bytes, because the realm has no TextEncoder.

export type Bytes = number[];

export function signed(byte: number): number {
  return byte > 127 ? byte - 256 : byte;
}

export function utf8Bytes(text: string): Bytes {
  const bytes: Bytes = [];
  for (const character of text) {
    let code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      const tail = [0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
      bytes.push(0xf0 | (code >> 18), ...tail);
    }
  }
  return bytes.map(signed);
}

export function utf8Text(bytes: Bytes): string {
  let text = '';
  let index = 0;
  const next = () => bytes[index++]! & 63;
  while (index < bytes.length) {
    const lead = bytes[index++]! & 255;
    if (lead < 0x80) text += String.fromCharCode(lead);
    else if (lead >= 0xf0) text += codePoint(((lead & 7) << 18) | (next() << 12) | (next() << 6) | next());
    else if (lead >= 0xe0) text += codePoint(((lead & 15) << 12) | (next() << 6) | next());
    else if (lead >= 0xc0) text += codePoint(((lead & 31) << 6) | next());
    else text += '\ufffd';
  }
  return text;
}

function codePoint(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64Text(bytes: Bytes): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a, b, c] = [bytes[index]! & 255, bytes[index + 1], bytes[index + 2]];
    const bits = (a << 16) | (((b ?? 0) & 255) << 8) | ((c ?? 0) & 255);
    text += alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]!;
    text += b === undefined ? '=' : alphabet[(bits >> 6) & 63]!;
    text += c === undefined ? '=' : alphabet[bits & 63]!;
  }
  return text;
}

/** Accepts base64 and web-safe base64; undefined for other strings. */
export function base64Bytes(text: string): Bytes | undefined {
  const letters = text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  const bytes: Bytes = [];
  let bits = 0;
  let count = 0;
  for (const letter of letters) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push(signed((bits >> count) & 255));
    }
  }
  return bytes;
}
