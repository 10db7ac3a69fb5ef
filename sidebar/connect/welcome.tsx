import { useRef } from 'preact/hooks';
import { counted, joined } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import type { Task } from '../task.ts';
import { server } from '../transport.ts';

export interface DemoFilled {
  readonly message: string;
  readonly complete: boolean;
  /** The loading view's height in pixels. */
  readonly height: number;
}

interface Props {
  readonly demo: Task;
  onNew(): void;
  onDemo(end: DemoFilled): Promise<void>;
}

const FILLING = 'Loading demo data (about 30 seconds)…';

export function Welcome({ demo, onNew, onDemo }: Props) {
  const place = useRef<HTMLElement>(null);
  const announce = useAnnounce();
  async function start() {
    announce(FILLING);
    await demo.run(async () => {
      const filled = await runDemo();
      // Measure now: onDemo replaces this view.
      await onDemo({ ...filled, height: place.current!.offsetHeight });
    });
  }
  return (
    <section class="welcome" ref={place}>
      <h2>Your shop, in this spreadsheet</h2>
      <p>Pull your orders, stock, prices, and ads into tables. Your own columns and notes stay with their rows.</p>
      <ol>
        <li>Connect your shop with the keys from the seller portal.</li>
        <li>Before a pull starts, see how many calls and minutes it will take.</li>
        <li>Pull. Rows update in place; nothing is duplicated.</li>
      </ol>
      <div class="stack">
        <Button kind="primary" disabled={demo.busy} onClick={onNew}>
          Connect your shop
        </Button>
        <Button busy={demo.busy} onClick={start}>
          Try with the demo shop
        </Button>
      </div>
      {demo.busy && <p class="hint">{FILLING}</p>}
      <Problem failure={demo.failure} />
      <p class="hint">Your keys are private and are not stored in this spreadsheet.</p>
    </section>
  );
}

/** After loading, opens the first of these sheets that exists. */
const FIRST_SHOWN = ['Today', 'Orders'];

async function runDemo(): Promise<Omit<DemoFilled, 'height'>> {
  const { rows, incomplete } = await server.fillDemo();
  for (const sheet of FIRST_SHOWN) if (await server.showTable(sheet)) break;
  const filled = `The demo shop is ready: ${counted(rows, 'row')}.`;
  return incomplete.length === 0
    ? { message: filled, complete: true }
    : { message: `${filled} Incomplete: ${joined(incomplete)}. Pull again later.`, complete: false };
}
