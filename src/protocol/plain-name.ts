/** Names that people type, without regard to how they are written. */

/** `Order date from`, `order-date-from` and `orderDateFrom` are one. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
