// Bundles the code of worker threads and of the services inside executions.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface Sources {
  worker: string;
  services: string;
}

let built: Promise<Sources> | undefined;

/** Bundled in memory, because a worker can't run TypeScript and a file could be stale. */
export function sources(): Promise<Sources> {
  built ??= buildSources();
  return built;
}

async function buildSources(): Promise<Sources> {
  const [worker, services] = await Promise.all([text('./worker.ts', 'node'), text('../inside/main.ts', 'neutral')]);
  // The function keeps the services' names out of the execution's global scope.
  return { worker, services: `(() => { const module = {};\n${services}\nreturn module.exports; })` };
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
