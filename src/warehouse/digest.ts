/** Digests: the same text always has the same one, and another text has another. */

/** 128 bits in four lanes, as 32 hexadecimal digits. */
export function digestOf(text: string): string {
  let [one, two, three, four] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = two ^ Math.imul(one ^ code, 597399067);
    two = three ^ Math.imul(two ^ code, 2869860233);
    three = four ^ Math.imul(three ^ code, 951274213);
    four = one ^ Math.imul(four ^ code, 2716044179);
  }
  const mixed = [one, two, three, four].map((lane) => {
    const first = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
    return (second ^ (second >>> 16)) >>> 0;
  });
  return mixed.map((lane) => lane.toString(16).padStart(8, '0')).join('');
}

export const SHORT_DIGEST = 7;

/** 36 bits in seven letters and digits: enough for the rows of one table. */
export function shortDigest(text: string): string {
  return parseInt(digestOf(text).slice(0, 9), 16).toString(36).padStart(SHORT_DIGEST, '0');
}
