import { callHost } from './bridge.ts';
import { type Emulated, strict } from './strict.ts';

type Lock = GoogleAppsScript.Lock.Lock;

function lock(scope: string): Lock {
  return strict<Lock>('Lock', {
    tryLock: (milliseconds) => callHost<boolean>('Lock.tryLock', scope, milliseconds),
    waitLock: (milliseconds) => void callHost('Lock.waitLock', scope, milliseconds),
    hasLock: () => callHost<boolean>('Lock.hasLock', scope),
    releaseLock: () => void callHost('Lock.releaseLock', scope),
  });
}

/** Null for the document lock if the execution has no document. Google's types omit this. */
function opened(scope: string, method: string): Lock {
  return callHost<boolean>(`LockService.${method}`) ? lock(scope) : null!;
}

export const lockService: Emulated<GoogleAppsScript.Lock.LockService> = {
  getScriptLock: () => opened('script', 'getScriptLock'),
  getDocumentLock: () => opened('document', 'getDocumentLock'),
  getUserLock: () => opened('user', 'getUserLock'),
};
