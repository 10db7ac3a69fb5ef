/** Optional permissions: lines of the manifest that whoever installs the add-on may leave out. */

/** The advanced service exists only where the manifest names it. */
export function hasPermission(name: 'bigquery' | 'email'): boolean {
  return name === 'bigquery' && typeof BigQuery !== 'undefined';
}
