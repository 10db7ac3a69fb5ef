import { parseArgs } from 'node:util';
import { startWarehouse } from './server.ts';

const USAGE = 'Usage: npm run --silent warehouse -- [--port 0] [--project ID] [--location US] [--sandbox]';

async function start() {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { port: text, project: text, location: text, sandbox: { type: 'boolean' } },
    });
    const port = Number(values.port ?? 0);
    if (!/^\d{0,5}$/.test(values.port ?? '') || port > 65_535)
      throw new Error(`--port must be a whole number from 0 to 65535, not "${values.port}"`);
    const { project, location, sandbox } = values;
    return await startWarehouse({
      port,
      ...(project ? { project } : {}),
      ...(location ? { location } : {}),
      ...(sandbox ? { sandbox } : {}),
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    process.exit(2);
  }
}

const warehouse = await start();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => warehouse.close().then(() => process.exit(0)));
}
process.stdout.write(`${JSON.stringify(warehouse.announcement)}\n`);
