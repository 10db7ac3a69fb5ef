/** Runs a scenario in a process of its own, as anyone would, and gives the reply of each step. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Reply {
  readonly step: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: replies are as different as the steps; the tests state what they expect
  readonly value: any;
  readonly error?: { readonly name: string; readonly message: string };
}

/** The same shop each time: seed and clock decide its data. */
export const CLOCK = '2025-06-16T18:00:00Z';

/** Feeds the steps to the scenario command and waits for its end. */
export async function runScenario(steps: readonly object[]): Promise<Reply[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/host/main.ts', '-'], { cwd: ROOT });
  const chunks: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  child.stdin.end(steps.map((step) => JSON.stringify(step)).join('\n'));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const text = Buffer.concat(chunks).toString();
  if (code !== 0) throw new Error(`The scenario ended with ${code}:\n${Buffer.concat(complaints)}\n${text}`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reply);
}
