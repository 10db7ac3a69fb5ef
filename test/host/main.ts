// The `scenario` command: runs the steps in a file or standard input.
import { scenarioCommand } from './command.ts';

const unusable = 2;

try {
  await scenarioCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = unusable;
}
