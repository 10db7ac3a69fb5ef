/** Connections not yet allowed in this spreadsheet. Testing one allows it. */
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

interface Props {
  readonly names: readonly string[];
  onUsed(): Promise<void>;
}

export function OtherConnections({ names, onUsed }: Props) {
  const testing = useTask();
  async function use(name: string) {
    await testing.run(() => server.testConnection(name));
    await onUsed();
  }
  if (names.length === 0) return null;
  return (
    <section class="section">
      <h2>Your other connections</h2>
      <p class="hint">Everyone who can edit this spreadsheet can use its connections in formulas.</p>
      {names.map((name) => (
        <Button key={name} kind="quiet" busy={testing.busy} onClick={() => use(name)}>
          Test and use {name} here
        </Button>
      ))}
      <Problem failure={testing.failure} />
    </section>
  );
}
