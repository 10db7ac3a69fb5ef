import { typeNames } from '../signature.ts';
import { Exception } from './bridge.ts';
import { classOf } from './strict.ts';

/** The error for arguments that match no signature. `member` includes its service, as in `Utilities.computeDigest`. */
export function mismatch(member: string, ...args: readonly unknown[]): Exception {
  return new Exception(
    "The parameters ({0}) don't match the method signature for {1}.",
    typeNames(member, args, classOf),
    member,
  );
}
