/** The `market` command. */
import { readOptions, UnusableOption, USAGE } from './command-line.ts';
import { type RunningMarketplace, startMarketplace } from './server.ts';

async function start(): Promise<RunningMarketplace> {
  try {
    return await startMarketplace(readOptions(process.argv.slice(2)));
  } catch (error) {
    const cannotListen = ['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!(error instanceof UnusableOption) && !cannotListen) throw error;
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    process.exit(2);
  }
}

// stdout is reserved for the startup announcement.
if (process.argv.includes('--help')) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(0);
}

const marketplace = await start();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => marketplace.close().then(() => process.exit(0)));
}
process.stdout.write(`${JSON.stringify(marketplace.announcement)}\n`);
