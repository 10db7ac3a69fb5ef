// Builds the code that runs elsewhere: the worker thread and the services inside an execution.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface Sources {
  worker: string;
  services: string;
}

let built: Promise<Sources> | undefined;

/** Built in memory: a worker cannot start from TypeScript, and a file could become stale. */
export function sources(): Promise<Sources> {
  built ??= buildSources();
  return built;
}

async function buildSources(): Promise<Sources> {
  const [worker, services] = await Promise.all([text('./worker.ts', 'node'), text('../inside/main.ts', 'neutral')]);
  // Wrapped in a function so that no name of the services leaks into the execution's global scope.
  return { worker, services: `(() => { const module = {};\n${services}\nreturn module.exports; })()` };
}

async function text(entry: string, platform: 'node' | 'neutral'): Promise<string> {
  const result = await build({
    platform,
    format: 'cjs',
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    target: 'es2022',
    logLevel: 'silent',
  });
  return result.outputFiles[0]!.text;
}
