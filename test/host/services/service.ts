import type { Execution } from '../execution/execution.ts';
import { GoogleError } from '../messages.ts';

export type Method = (execution: Execution, ...args: never[]) => unknown;

export interface Service {
  /** One of these scopes is required. Default: none. */
  scopes?: string[];
  /** Modes that may call the service. Default: all except NONE. */
  modes?: AuthMode[];
  methods: Record<string, Method>;
}

export type AuthMode = 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';

/** An error thrown by a Google service. */
export class ServiceError extends GoogleError {}

/** Ends the execution without running any more of the script. */
export class EndOfExecution extends Error {
  override name = 'Exception';
}

const scopeBase = 'https://www.googleapis.com/auth/';

export function scope(name: string): string {
  return scopeBase + name;
}

export const documentScopes = [scope('spreadsheets.currentonly'), scope('spreadsheets')];
