// Handles service calls: checks access, counts the call, and runs the method.
import { decode, encode } from '../codec.ts';
import type { Execution } from '../execution/execution.ts';
import { overTime } from '../execution/pool.ts';
import { sendsWrites } from '../latency.ts';
import { GoogleError } from '../messages.ts';
import { demandAccess, isOfDocument } from './access.ts';
import { services } from './registry.ts';
import { EndOfExecution, type Service, ServiceError } from './service.ts';

/** Internal services. They aren't counted or refused. */
export const unnoticed: ReadonlySet<string> = new Set(['console', 'manifest', 'messages', 'reference', 'refusal']);

/** Never settles if the execution ends during the call. */
export function answer(execution: Execution, request: string): string | Promise<string> {
  const [method, args] = decode(request) as [string, unknown[]];
  const reply = attempt(execution, method, args);
  const milliseconds = execution.latency.of(method, args);
  return milliseconds > 0 ? late(execution, reply, milliseconds) : reply;
}

/** The call takes effect immediately; the script waits for the modeled time. */
async function late(execution: Execution, reply: string | Promise<string>, milliseconds: number) {
  const text = await reply;
  try {
    await execution.sleep(milliseconds);
  } catch {
    return ended(execution);
  }
  return text;
}

function attempt(execution: Execution, method: string, args: unknown[]): string | Promise<string> {
  try {
    const value = perform(execution, method, args);
    if (!(value instanceof Promise)) return replied(execution, value);
    return value.then(
      (settled) => replied(execution, settled),
      (error) => refused(execution, error),
    );
  } catch (error) {
    return refused(execution, error);
  }
}

function perform(execution: Execution, name: string, args: unknown[]): unknown {
  const [className, member] = name.split('.') as [string, string];
  const service: Service | undefined = services[name] ?? services[className];
  const method = service?.methods[member];
  if (!service || !method) throw new Error(`not emulated: ${name}`);
  if (!unnoticed.has(className)) {
    const { statistics, faults, documentId } = execution.host;
    statistics.called(name);
    if (faults.strikes('serviceCall')) throw new EndOfExecution();
    demandAccess(execution, name, service, args);
    if (isOfDocument(name) && faults.strikes('spreadsheetCall')) {
      throw new ServiceError('Service Spreadsheets timed out while accessing document with id {0}.', documentId);
    }
  }
  const call = () => method(execution, ...(args as never[]));
  return execution.host.workbook.book.refusesLate ? withLateRefusals(execution, name, call) : call();
}

/** Refuses a write to cells only when the buffer is sent. The script can't tell which write was refused. */
function withLateRefusals(execution: Execution, name: string, call: () => unknown): unknown {
  const { refusal } = execution;
  if (refusal && sendsWrites(name)) {
    execution.refusal = undefined;
    throw refusal;
  }
  if (!/^Range\.(set|clear)/.test(name)) return call();
  try {
    return call();
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    execution.refusal ??= error;
    return null;
  }
}

function replied(execution: Execution, value: unknown): string | Promise<string> {
  if (execution.host.clock.now() > execution.deadline) return ended(execution);
  return encode({ value });
}

function refused(execution: Execution, error: unknown): string | Promise<string> {
  if (error instanceof EndOfExecution) return ended(execution);
  const { name, message: ours } = error as Error;
  const message = error instanceof GoogleError ? error.messageIn(execution.host.language) : ours;
  return encode({ error: { name, message } });
}

function ended(execution: Execution): Promise<string> {
  execution.running!.kill(overTime);
  return new Promise(() => {});
}
