/** The address of the demo shop, at which nobody answers: names that end so exist on no network (RFC 2606). */
export const DEMO_ADDRESS = 'https://demo.market-for-sheets.invalid';

export function isDemoAddress(url: string): boolean {
  return `${url.toLowerCase()}/`.startsWith(`${DEMO_ADDRESS}/`);
}
