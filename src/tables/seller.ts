/** Whose a row is, where a workbook may hold several shops. */

/** The seller on whose behalf something is read or written. */
export interface Seller {
  readonly sellerId: string;
  /** Nobody knows of another one: rows that do not say whose they are can only be its own. */
  readonly isOnly: boolean;
}

/** Whether two seller IDs, in whatever case, are the same one. */
export function isSameSeller(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
