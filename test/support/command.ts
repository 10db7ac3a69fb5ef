import { vi } from 'vitest';

class Exit extends Error {}

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command's main module in this process, which takes less time than starting it. Each module can run once per
 * process, and must end by itself.
 */
export async function ranInProcess(main: () => Promise<unknown>, ...args: readonly string[]): Promise<Ran> {
  const { argv, exitCode } = process;
  const said = { stdout: '', stderr: '' };
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        said[name] += String(text);
        return true;
      }),
    ),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? 0;
      throw new Exit();
    }),
  ];
  process.argv = [...argv.slice(0, 2), ...args];
  process.exitCode = undefined;
  try {
    await main().catch((error) => {
      if (!(error instanceof Exit)) throw error;
    });
    return { status: Number(process.exitCode ?? 0), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, { argv, exitCode });
  }
}
