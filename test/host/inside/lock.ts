// LockService as an execution sees it: three locks that the host grants.
import { callHost } from './bridge.ts';
import { strict } from './strict.ts';

function opened(scope: string, method: string) {
  callHost(`LockService.${method}`);
  return strict('Lock', {
    tryLock: (milliseconds: number) => callHost<boolean>('Lock.tryLock', scope, milliseconds),
    waitLock: (milliseconds: number) => void callHost('Lock.waitLock', scope, milliseconds),
    hasLock: () => callHost<boolean>('Lock.hasLock', scope),
    releaseLock: () => void callHost('Lock.releaseLock', scope),
  });
}

export const lockService = {
  getScriptLock: () => opened('script', 'getScriptLock'),
  getDocumentLock: () => opened('document', 'getDocumentLock'),
  getUserLock: () => opened('user', 'getUserLock'),
};
