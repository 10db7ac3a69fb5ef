/** The port to the warehouse's REST interface. */
import type { Fault } from '../protocol/http.ts';

export interface ServiceRequest {
  readonly method: 'get' | 'post' | 'patch';
  /** Below the address of the service, such as `/projects/p/datasets/d`. */
  readonly path: string;
  readonly body?: unknown;
  /** Lines of JSON that are sent behind the body: a load job. */
  readonly rows?: string;
}

export type ServiceResult =
  | { readonly status: number; readonly body: unknown }
  | { readonly fault: Fault; readonly message: string };

export interface Service {
  /** Side by side, results in the same order; never throws. */
  call(requests: readonly ServiceRequest[]): readonly ServiceResult[];
}
