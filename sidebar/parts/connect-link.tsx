/** A link to the Connect tab, for errors that are fixed there. */
import { Button } from './button.tsx';

const MENDED_THERE = [
  'MARKET_NO_CONNECTION',
  'MARKET_KEY',
  'MARKET_SELLER',
  'MARKET_STOREFRONT',
  'MARKET_BLOCKED',
  'MARKET_UNREACHABLE',
];

interface Props {
  readonly codes: readonly string[];
  onConnect(): void;
}

export function ConnectLink({ codes, onConnect }: Props) {
  if (!codes.some((code) => MENDED_THERE.includes(code))) return null;
  return (
    <Button kind="quiet" onClick={onConnect}>
      Check the connection
    </Button>
  );
}
