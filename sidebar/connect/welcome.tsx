/** What a first visitor sees: what this is, and two ways to begin. */
import { call } from '../call.ts';
import { useSay } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';

const FILLING = 'Filling every table with sample data; this takes up to half a minute.';

interface Props {
  onNew(): void;
  onDemo(): Promise<void>;
}

export function Welcome({ onNew, onDemo }: Props) {
  const demo = useTask();
  const say = useSay();
  async function start() {
    say(FILLING);
    const started = await demo.run(async () => {
      await call('startDemo');
      return true;
    });
    if (started) await onDemo();
  }
  return (
    <section class="welcome">
      <h2>Your shop, in this spreadsheet</h2>
      <p>
        Pull your orders, stock, prices and ads into tables that keep themselves tidy. Your own columns and
        notes stay with their rows.
      </p>
      <ol>
        <li>Connect your shop with the keys from the seller portal.</li>
        <li>See what a pull will cost before it starts.</li>
        <li>Pull. What you have is updated, never doubled.</li>
      </ol>
      <div class="stack">
        <Button kind="primary" onClick={onNew}>
          Connect your shop
        </Button>
        <Button busy={demo.busy} onClick={start}>
          Try with the demo shop
        </Button>
      </div>
      {demo.busy && <p class="hint">{FILLING}</p>}
      <Problem failure={demo.failure} />
      <p class="hint">
        Your keys stay in your own Google account. Other people of this spreadsheet cannot see them.
      </p>
    </section>
  );
}
