/** A short name for a long text: the same for the same text, and for no other. */

/** 128 bits in four lanes, as 32 hexadecimal digits; fed piece by piece, as if they were one text. */
export function digest(): { add(text: string): void; text(): string } {
  let [one, two, three, four] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  return {
    add(text) {
      for (let index = 0; index < text.length; index++) {
        const code = text.charCodeAt(index);
        one = two ^ Math.imul(one ^ code, 597399067);
        two = three ^ Math.imul(two ^ code, 2869860233);
        three = four ^ Math.imul(three ^ code, 951274213);
        four = one ^ Math.imul(four ^ code, 2716044179);
      }
    },
    text() {
      const mixed = [one, two, three, four].map((lane) => {
        const first = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
        const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
        return (second ^ (second >>> 16)) >>> 0;
      });
      return mixed.map((lane) => lane.toString(16).padStart(8, '0')).join('');
    },
  };
}

export function digestOf(text: string): string {
  const made = digest();
  made.add(text);
  return made.text();
}

/** Of one row among those of its table: enough to see that it changed. */
export function printOf(text: string): string {
  return text === '' ? '' : digestOf(text).slice(0, 12);
}
