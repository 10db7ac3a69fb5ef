/** Connects the demo shop and fills its tables. */
import { counted, joined } from '../format.ts';
import { server } from '../transport.ts';

/** Opened after loading: the first of these that exists. */
const FIRST_SHOWN = ['Today', 'Orders'];

export interface DemoFilled {
  readonly message: string;
  readonly complete: boolean;
  /** Height of the loading view in pixels. */
  readonly height: number;
}

/** Rejects without a demo shop. */
export async function runDemo(): Promise<Omit<DemoFilled, 'height'>> {
  const { rows, incomplete } = await server.fillDemo();
  for (const sheet of FIRST_SHOWN) if (await server.showTable(sheet)) break;
  const filled = `The demo shop is ready: ${counted(rows, 'row')}.`;
  return incomplete.length === 0
    ? { message: filled, complete: true }
    : { message: `${filled} Incomplete: ${joined(incomplete)}. Pull again later.`, complete: false };
}
