/** Lets the host's clock follow the real one, and fires the triggers that become due. */
import type { Host } from '../host/host.ts';

const TICK = 25;
const TRIGGERS_EVERY = 1000;

/** Until the returned function is called. */
export function followRealTime(host: Host): () => void {
  const { clock } = host;
  const sleeping = new Set<NodeJS.Timeout>();
  // The clock jumps to the next sleeper when everything waits; here sleepers wait for real.
  clock.wakeAt = (instant, wake) => {
    const timer = setTimeout(() => {
      sleeping.delete(timer);
      clock.moveTo(Date.now());
      wake();
    }, instant - Date.now());
    sleeping.add(timer);
    return () => {
      clearTimeout(timer);
      sleeping.delete(timer);
    };
  };
  const ticking = setInterval(() => clock.moveTo(Date.now()), TICK);
  const firing = setInterval(() => void fireDue(host), TRIGGERS_EVERY);
  return () => {
    clearInterval(ticking);
    clearInterval(firing);
    for (const timer of sleeping) clearTimeout(timer);
  };
}

async function fireDue(host: Host): Promise<void> {
  for (;;) {
    const due = host.triggers.takeDue(Date.now());
    if (!due) return;
    const { handler, user, id } = due.trigger;
    const event = { $event: true, source: false, authMode: 'FULL', triggerUid: id, timezone: 'UTC' };
    const result = await host.call('trigger', handler, [event], { user });
    if (!result.ok) process.stderr.write(`The trigger ${handler} failed: ${result.error.message}\n`);
  }
}
