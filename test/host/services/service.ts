// What a service on the host's side is: methods by name, and the rules on who may call them.
import type { Execution } from '../execution/execution.ts';
import { GoogleError } from '../messages.ts';

export type Method = (execution: Execution, ...args: never[]) => unknown;

export interface Service {
  /** The scopes of which one is enough; none where the service asks for none. */
  scopes?: string[];
  /** The modes that may call it; left out, all but NONE. */
  modes?: AuthMode[];
  methods: Record<string, Method>;
}

export type AuthMode = 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';

/** An error as a Google service throws it. */
export class ServiceError extends GoogleError {}

/** Ends the execution at once, with nothing of the script run after it. */
export class EndOfExecution extends Error {
  override name = 'Exception';
}

const scopeBase = 'https://www.googleapis.com/auth/';

export function scope(name: string): string {
  return scopeBase + name;
}

export const documentScopes = [scope('spreadsheets.currentonly'), scope('spreadsheets')];
