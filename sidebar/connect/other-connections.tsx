/** Connections not yet allowed in this spreadsheet. Testing one allows it. */
import { useState } from 'preact/hooks';
import type { Trial } from '../../src/account/connections.ts';
import { Button } from '../parts/button.tsx';
import { type Failure, failureOf, server } from '../transport.ts';

interface Props {
  readonly names: readonly string[];
  onUsed(name: string, tried: { readonly trial: Trial } | { readonly failure: Failure }): Promise<void>;
}

export function OtherConnections({ names, onUsed }: Props) {
  const [tested, setTested] = useState('');
  async function use(name: string) {
    setTested(name);
    const tried = await server.testConnection(name).then(
      (trial) => ({ trial }),
      (error) => ({ failure: failureOf(error) }),
    );
    await onUsed(name, tried);
    setTested('');
  }
  if (names.length === 0) return null;
  return (
    <section class="section">
      <h2>Your other connections</h2>
      <p class="hint">Everyone who can edit this spreadsheet can use its connections in formulas.</p>
      {names.map((name) => (
        <Button key={name} kind="quiet" busy={tested === name} disabled={tested !== ''} onClick={() => use(name)}>
          Test and use {name} here
        </Button>
      ))}
    </section>
  );
}
