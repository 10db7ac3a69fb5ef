// The error for arguments that match no signature of a member.
import { typeNames } from '../signature.ts';
import { Exception } from './bridge.ts';
import { classOf } from './strict.ts';

/** `member` includes its service, such as `Utilities.computeDigest`. */
export function mismatch(member: string, ...args: readonly unknown[]): Exception {
  return new Exception(
    "The parameters ({0}) don't match the method signature for {1}.",
    typeNames(member, args, classOf),
    member,
  );
}
