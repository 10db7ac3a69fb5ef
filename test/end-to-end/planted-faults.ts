/** Faults that the installation check must find, with the checks that report each. */

export interface PlantedFault {
  /** JavaScript that runs before the check. `ranges` and `sheets` are the prototypes. */
  readonly plant: string;
  readonly found: readonly string[];
}

const replaceMember = (target: string, member: string, body: string) =>
  `{ const former = ${target}.${member}; ${target}.${member} = function (...given) { ${body} }; }`;

/** Replaces a member of the object that a service returns. */
const replaceInResult = (service: string, getter: string, member: string, body: string) =>
  replaceMember(
    service,
    getter,
    `const real = former.apply(this, given);
     return new Proxy(real, { get: (target, key) => key === '${member}' ? (...asked) => { ${body} } : target[key] });`,
  );

export const plantedFaults: Readonly<Record<string, PlantedFault>> = {
  'plain-text cells compute texts that start with =': {
    plant: replaceMember(
      'ranges',
      'setValue',
      `if (String(given[0])[0] === '=') this.setNumberFormat('General'); return former.apply(this, given);`,
    ),
    found: ['cell-text-one'],
  },
  'leading zeros are lost when many cells are written': {
    plant: replaceMember(
      'ranges',
      'setValues',
      `return former.call(this, given[0].map((row) => row.map((cell) => /^0[0-9]+$/.test(cell) ? Number(cell) : cell)));`,
    ),
    found: ['cell-text-many', 'cell-text-format-of-many', 'formula-arguments'],
  },
  'a large cache entry is lost silently': {
    plant: replaceInResult(
      'CacheService',
      'getDocumentCache',
      'put',
      'return String(asked[1]).length > 50000 ? null : target.put(...asked);',
    ),
    found: ['cache-value'],
  },
  'a property is limited to 8 KB': {
    plant: replaceInResult(
      'PropertiesService',
      'getUserProperties',
      'setProperty',
      `if (asked[1].length > 8192) throw new Error('Argument too large: value'); return target.setProperty(...asked);`,
    ),
    found: ['property-value'],
  },
  'network responses are in order of arrival': {
    plant: replaceMember('UrlFetchApp', 'fetchAll', 'return former.apply(this, given).reverse();'),
    found: ['network-order'],
  },
  'Intl does not support Pacific time': {
    plant: replaceMember(
      'Intl',
      'DateTimeFormat',
      `if (given[1].timeZone === 'America/Los_Angeles') throw new RangeError('Invalid time zone specified');
       return new former(...given);`,
    ),
    found: ['script-zone'],
  },
  'a formula uses a different cache': {
    plant: `if (inFormula) CacheService.getDocumentCache = CacheService.getScriptCache;`,
    found: ['formula-cache'],
  },
  'a formula receives dates as numbers': {
    plant: `if (inFormula) for (const row of args[0] || []) row.forEach((cell, at) => { if (cell instanceof Date) row[at] = 45720; });`,
    found: ['formula-arguments', 'formula-date-in'],
  },
  'sorting does not move notes': {
    plant: replaceMember(
      'ranges',
      'sort',
      `const notes = this.getNotes(); former.apply(this, given); this.setNotes(notes); return this;`,
    ),
    found: ['sheet-sort'],
  },
  'a filtered range is not sorted': {
    plant: replaceMember('ranges', 'sort', `return this.getSheet().getFilter() ? this : former.apply(this, given);`),
    found: ['sheet-sort-filtered'],
  },
  'a formula receives dates in the wrong time zone': {
    plant: `if (inFormula) for (const row of args[0] || []) row.forEach((cell, at) => { if (cell instanceof Date) row[at] = new Date(+cell + 3600000); });`,
    found: ['formula-date-in'],
  },
  'a date from a formula is an hour later in its cell': {
    plant: replaceMember(
      'ranges',
      'getValue',
      `const value = former.apply(this, given);
       return value instanceof Date && /CHECK/.test(this.getFormula()) ? new Date(+value + 3600000) : value;`,
    ),
    found: ['formula-date-out'],
  },
  'charts cannot be inserted': {
    plant: replaceMember('sheets', 'insertChart', `throw new Error('Unexpected error');`),
    found: ['sheet-chart'],
  },
};
