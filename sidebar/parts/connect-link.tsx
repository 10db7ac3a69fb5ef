/** A link to the Connect tab, shown for errors that can be fixed there. */
import type { Failure } from '../transport.ts';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';

const FIXED_THERE = [
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
  if (!codes.some((code) => FIXED_THERE.includes(code))) return null;
  return (
    <Button kind="quiet" onClick={onConnect}>
      Check the connection
    </Button>
  );
}

interface ProblemProps {
  readonly failure: Failure | undefined;
  onConnect(): void;
}

/** Shows a failure with the link. */
export function ConnectProblem({ failure, onConnect }: ProblemProps) {
  return (
    <Problem failure={failure}>
      <ConnectLink codes={[failure?.code ?? '']} onConnect={onConnect} />
    </Problem>
  );
}
