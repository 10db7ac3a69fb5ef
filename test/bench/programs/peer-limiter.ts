/** Prints how many calls an npm limiter allows in one execution, and the time of the last one. */
import { mock } from 'node:test';
import Bottleneck from 'bottleneck';
import pThrottle from 'p-throttle';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const [name, ...numbers] = process.argv.slice(2) as [string, string, string, string];
const [cap, wanted, execution] = numbers.map(Number) as [number, number, number];
const HOUR = 3_600_000;
const STEP = 1000;
const PATIENCE = 10;
const times: number[] = [];

const limiters: Record<string, () => (call: () => void) => unknown> = {
  bottleneck: () => {
    const limiter = new Bottleneck({
      reservoir: cap,
      reservoirRefreshAmount: cap,
      reservoirRefreshInterval: HOUR,
    });
    return (call) => limiter.schedule(async () => call());
  },
  'p-throttle': () => {
    const throttled = pThrottle({ limit: cap, interval: HOUR, strict: true })((call: () => void) => call());
    return (call) => throttled(call);
  },
  'rate-limiter-flexible': () => {
    const limiter = new RateLimiterMemory({ points: cap, duration: HOUR / 1000 });
    return (call) => limiter.consume('price-history').then(call, () => undefined);
  },
};

/** Runs all calls that are allowed now. A call may need several zero-delay timers. */
async function settled(): Promise<void> {
  for (let still = 0; still < PATIENCE; still++) {
    const before = times.length;
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(0);
    if (times.length > before) still = 0;
  }
}

mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.UTC(2025, 5, 16) });
const start = Date.now();
const go = limiters[name]!();
for (let count = 0; count < wanted; count++) go(() => times.push(Date.now() - start));
await settled();
while (Date.now() - start < execution) {
  mock.timers.tick(STEP);
  await settled();
}
console.log(JSON.stringify({ calls: times.length, lastMs: Math.max(0, ...times) }));
process.exit();
