import { attempt, type Probe, refusalOf } from '../probe.ts';

/** Prefix of all keys. The cleanup removes every key with this prefix. */
const PREFIX = 'market.check.';
const keyOf = (name: string) => PREFIX + name;

const A = keyOf('a');
/** Keys of the planned time (`DUE`) and the results (`CLOCK`) of the trigger probes. */
export const DUE = keyOf('due');
export const CLOCK = keyOf('clock');
/** Key of the word passed to the formula. */
export const WORD = keyOf('word');

const FORGETS = 'Formulas could call the marketplace more often than needed.';

const KB = 1024;

/** One more entry than the cache's limit, and the number of entries that the cache then drops. */
const [MANY, FORGOTTEN] = [1001, 100];

export const storeProbes: readonly Probe[] = [
  {
    id: 'property-value',
    what: 'A property holds at most 9 KB',
    expected: [9 * KB, 'refused: Exception'],
    otherwise: 'The saved state of a run could be truncated. If so, the pull reports an error.',
    ask: () => {
      const store = PropertiesService.getUserProperties();
      const length = store.setProperty(A, 'x'.repeat(9 * KB)).getProperty(A)?.length ?? 0;
      return [length, refusalOf(() => store.setProperty(A, 'x'.repeat(9 * KB + 1))).seen];
    },
  },
  {
    id: 'property-stores',
    what: 'User, spreadsheet, and script properties are separate',
    expected: ['user', 'document', null],
    otherwise: "Others could see a shop's keys. Do not connect a shop, and send us this report.",
    ask: () => {
      const [user, document] = [PropertiesService.getUserProperties(), PropertiesService.getDocumentProperties()];
      user.setProperty(A, 'user');
      document.setProperty(A, 'document');
      return [user.getProperty(A), document.getProperty(A), PropertiesService.getScriptProperties().getProperty(A)];
    },
  },
  {
    id: 'cache-value',
    what: 'A cache entry holds at most 100 KB',
    expected: [100 * KB, 'refused: Exception'],
    otherwise: FORGETS,
    ask: () => {
      const cache = CacheService.getDocumentCache()!;
      cache.put(A, 'x'.repeat(100 * KB), 60);
      return [cache.get(A)?.length ?? 0, refusalOf(() => cache.put(A, 'x'.repeat(100 * KB + 1), 60)).seen];
    },
  },
  {
    id: 'cache-forgets',
    what: 'Beyond 1,000 cache entries, the 100 oldest are dropped, regardless of expiration',
    expected: [MANY - FORGOTTEN, FORGOTTEN],
    otherwise: FORGETS,
    ask: () => {
      // The user cache is otherwise unused.
      const cache = CacheService.getUserCache()!;
      const keys = Array.from({ length: MANY }, (_, index) => keyOf(`${1000 + index}`));
      const put = (some: readonly string[], seconds: number) =>
        cache.putAll(Object.fromEntries(some.map((key) => [key, 'x'])), seconds);
      put(keys.slice(0, FORGOTTEN), 120);
      put(keys.slice(FORGOTTEN), 60);
      const left = cache.getAll(keys);
      cache.removeAll(keys);
      return [Object.keys(left).length, keys.findIndex((key) => key in left)];
    },
  },
];

/** Removes the data stored by this check or an interrupted one. */
export function clearStores(): void {
  const clearProperties = (store: GoogleAppsScript.Properties.Properties) => {
    for (const key of store.getKeys().filter((each) => each.startsWith(PREFIX))) store.deleteProperty(key);
  };
  attempt(() => clearProperties(PropertiesService.getUserProperties()));
  attempt(() => clearProperties(PropertiesService.getDocumentProperties()));
  attempt(() => CacheService.getDocumentCache()?.removeAll([A, WORD]));
}
