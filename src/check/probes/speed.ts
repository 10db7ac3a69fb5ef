import type { Scratch } from '../check-sheets.ts';
import type { Probe } from '../probe.ts';
import { METADATA } from './sheets.ts';
import { SPEED } from './stores.ts';

const TIMES = 5;

/** A probe fails if it takes longer than this multiple of the assumed duration. */
const PATIENCE = 3;

const SLOW_FORMULAS = 'Formulas are slower. Use ranges instead of single cells.';
const SLOW_PULLS = 'Pulls and jobs take longer than estimated.';

type Speed = Probe<Scratch>;

function speed(
  name: string,
  what: string,
  planned: number,
  otherwise: string,
  prepare: (scratch: Scratch) => (time: number) => void,
): Speed {
  return {
    id: `speed-${name}`,
    what: `${what} takes about ${planned} ms`,
    expected: { atMost: PATIENCE * planned },
    otherwise,
    ask: (scratch) => {
      const once = prepare(scratch);
      const lasted = Array.from({ length: TIMES }, (_, time) => {
        const begun = Date.now();
        once(time);
        return Date.now() - begun;
      });
      return lasted.sort((a, b) => a - b)[TIMES >> 1]!;
    },
  };
}

/** Assumed durations of Google's services, in milliseconds. Writes are buffered until the flush. */
const [cache, properties, lock, read, metadata, write, flush] = [20, 40, 100, 80, 60, 5, 100];

export const speedProbes: readonly Speed[] = [
  speed('cache-read', 'Reading the cache', cache, SLOW_FORMULAS, () => {
    const store = CacheService.getDocumentCache()!;
    return () => store.get(SPEED);
  }),
  speed('cache-write', 'Writing the cache', cache, SLOW_FORMULAS, () => {
    const store = CacheService.getDocumentCache()!;
    return (time) => store.put(SPEED, String(time), 60);
  }),
  speed('property-read', 'Reading properties', properties, SLOW_PULLS, () => {
    const store = PropertiesService.getUserProperties();
    return () => store.getProperty(SPEED);
  }),
  speed('property-write', 'Writing a property', properties, SLOW_PULLS, () => {
    const store = PropertiesService.getUserProperties();
    return (time) => store.setProperty(SPEED, String(time));
  }),
  speed('lock', 'Acquiring a lock', lock, SLOW_PULLS, () => {
    const held = LockService.getDocumentLock()!;
    return () => {
      held.tryLock(1000);
      held.releaseLock();
    };
  }),
  speed('sheet-read', 'Reading cells', read, SLOW_PULLS, ({ block }) => {
    const cells = block(20, 10);
    return () => cells.getValues();
  }),
  speed('sheet-write', 'Writing cells and waiting for the result', write + flush, SLOW_PULLS, ({ block }) => {
    const cells = block(20, 10);
    SpreadsheetApp.flush();
    return (time) => {
      cells.setValue(time);
      SpreadsheetApp.flush();
    };
  }),
  speed('metadata-read', 'Searching metadata', metadata, SLOW_PULLS, ({ sheet }) => () => {
    sheet.createDeveloperMetadataFinder().withKey(METADATA).find();
  }),
  speed('metadata-write', 'Writing metadata', metadata, SLOW_PULLS, ({ sheet }) => () => {
    sheet.addDeveloperMetadata(METADATA, 'speed');
    SpreadsheetApp.flush();
  }),
];
