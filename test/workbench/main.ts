/** `npm start`: serves the workbench until it is stopped. */
import { readOptions, UnusableOption, USAGE } from './command-line.ts';
import { MARKET } from './demo-shop.ts';

const unusable = 2;

function ended(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  return new Promise((resolve) => process.once(signal, () => resolve()));
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  // The workbench takes seconds to load, which help and option errors don't need.
  const { startWorkbench } = await import('./workbench.ts');
  const end = Promise.race([ended('SIGINT'), ended('SIGTERM'), ended('SIGHUP')]);
  const workbench = await startWorkbench(options);
  process.stdout.write(`Market for Sheets workbench: ${workbench.url} (press Ctrl+C to stop)\n`);
  const { sellerId, apiKey, secretKey } = workbench.market.announcement;
  process.stdout.write(
    `To type a connection instead of trying the demo: API address ${MARKET}, seller ID ${sellerId}, API key ${apiKey}, secret key ${secretKey}\n`,
  );
  const project = workbench.warehouse?.announcement.project;
  if (project) process.stdout.write(`Google Cloud project of the simulated BigQuery: ${project}\n`);
  await end;
  await workbench.close();
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: NodeJS.ErrnoException) => {
    const missing = error.code === 'ERR_MODULE_NOT_FOUND' ? '\nRun "npm ci" first.' : '';
    const usage = error instanceof UnusableOption ? `\n${USAGE}` : '';
    process.stderr.write(`${error.message}${missing}${usage}\n`);
    process.exit(unusable);
  },
);
