// The error for arguments that fit none of a member's signatures.
import { typeNames } from '../signature.ts';
import { Exception } from './bridge.ts';
import { classOf } from './strict.ts';

/** `member` is told with its service, such as `Utilities.computeDigest`. */
export function mismatch(member: string, ...args: readonly unknown[]): Exception {
  return new Exception(
    "The parameters ({0}) don't match the method signature for {1}.",
    typeNames(member, args, classOf),
    member,
  );
}
