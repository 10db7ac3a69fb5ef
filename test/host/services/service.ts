// A service on the host's side: methods by name, and the access rules for them.
import type { Execution } from '../execution/execution.ts';
import { GoogleError } from '../messages.ts';

export type Method = (execution: Execution, ...args: never[]) => unknown;

export interface Service {
  /** Any one of these scopes is enough; undefined if it needs none. */
  scopes?: string[];
  /** Modes that may call it. Default: all except NONE. */
  modes?: AuthMode[];
  methods: Record<string, Method>;
}

export type AuthMode = 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';

/** An error thrown by a Google service. */
export class ServiceError extends GoogleError {}

/** Ends the execution immediately; no more code of the script runs. */
export class EndOfExecution extends Error {
  override name = 'Exception';
}

const scopeBase = 'https://www.googleapis.com/auth/';

export function scope(name: string): string {
  return scopeBase + name;
}

export const documentScopes = [scope('spreadsheets.currentonly'), scope('spreadsheets')];
