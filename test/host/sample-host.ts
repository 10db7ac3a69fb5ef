// A host whose bundle is the test's own code.
import { type Bundle, declaredFormulas, declaredGlobals, type Manifest } from './bundle.ts';
import { ExecutionPool } from './execution/pool.ts';
import { Host, type HostOptions, type Result } from './host.ts';
import { defaults } from './steps/world.ts';

export interface SampleHost {
  host: Host;
  /** Runs a function body in an execution, with `ss` in scope. Returns its value or throws its error. */
  evaluate(body: string, base?: string): Promise<unknown>;
  close(): Promise<void>;
}

export function sampleHost(
  code = '',
  { manifest = {}, ...options }: Partial<HostOptions> & { manifest?: Manifest } = {},
): SampleHost {
  const page = (name: string) => (name === 'Page' ? '<p>page</p>' : undefined);
  const names = { customFunctions: declaredFormulas(code), globals: declaredGlobals(code) };
  const bundle: Bundle = { code, manifest, page, ...names };
  const pool = new ExecutionPool(bundle);
  const host = new Host(bundle, pool, { ...defaults, ...options });
  return {
    host,
    async evaluate(body, base = '') {
      const invocation = { type: 'eval' as const, body, sheetId: null, base };
      return settledValue(await host.execute({ kind: 'eval', name: 'eval', invocation }));
    },
    async close() {
      host.close();
      await pool.close();
    },
  };
}

export function settledValue(result: Result): unknown {
  if (result.ok) return result.value;
  throw Object.assign(new Error(result.error.message), { name: result.error.name });
}
