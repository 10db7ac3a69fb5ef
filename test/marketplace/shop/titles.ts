/** Makers and titles of consumer electronics, some as awkward as real ones. */
import type { Draws } from '../chance.ts';

export const makers = [
  'Hüber & Söhne',
  'Kestrel',
  'Nordlys Ålesund',
  'Pacific Loop',
  'Tōkai Works',
  "O'Dell",
  'Vega Électronique',
  'Quietline',
  'Sierra-Nine',
  'Múltiplo',
] as const;

/** Typical prices in dollars. */
const thingsAndPrices = {
  'NVMe M.2 SSD 1 TB': 89,
  '27" IPS Monitor': 249,
  'USB-C Hub 7-in-1': 39,
  'Mechanical Keyboard': 99,
  'Wireless Mouse': 29,
  'Power Supply 750 W 80+ Gold': 119,
  'Gaming Headset': 79,
  'DDR5 RAM 32 GB (2 × 16 GB)': 109,
  'Wi-Fi 6 Router': 139,
  'Webcam 1080p': 49,
  '120 mm Case Fan': 15,
  'Portable Charger 20,000 mAh': 45,
  'Bluetooth Speaker': 59,
  'HDMI 2.1 Cable 6 ft.': 12,
  'Graphics Card 12 GB': 399,
  'Smart Plug': 14,
  'Laptop Stand': 35,
  '3.5" Hard Drive 4 TB': 94,
} as const;
const things = Object.keys(thingsAndPrices);

const traits = [
  'Black',
  'Midnight Blue',
  'Low-Noise',
  'RGB & ARGB',
  'for "Pro" Users',
  '– Édition Limitée',
  'Space Gray',
  'Hot-Swappable',
  'with <Quick> Start Guide',
  'Energy Star ★',
  '(Renewed Packaging)',
] as const;

/** Titles that a spreadsheet would interpret as formulas. */
const formulaLike = [
  '=HYPERLINK("http://evil.example","Free SSD")',
  '+5V Power Adapter, 2 A',
  '-40°C Rated Industrial SSD',
  '@Home Smart Plug, 4-Pack',
] as const;

export function titleOf(index: number, maker: string, draws: Draws): string {
  if (index % 61 === 9) return formulaLike[Math.floor(index / 61) % formulaLike.length] as string;
  const title = `${maker} ${draws.pick(things)} ${draws.pick(traits)}`;
  if (index % 43 !== 7) return title;
  return `${title}, ${things.join(', ')} Compatible, ${draws.pick(traits)}`;
}

export const colors = ['Black', 'White', 'Blue', 'Rosé', 'Gray'] as const;
export const sizes = ['256 GB', '512 GB', '1 TB', '2 TB'] as const;

/** An unknown title is priced like a cable. */
export function usualPriceOf(title: string): number {
  const named = Object.entries(thingsAndPrices).find(([thing]) => title.includes(` ${thing} `));
  return named ? named[1] : thingsAndPrices['HDMI 2.1 Cable 6 ft.'];
}
