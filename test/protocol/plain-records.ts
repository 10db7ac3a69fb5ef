/** Converts decoded records to the format of the expected records: ISO times, no missing values. */
export function plainRecord(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainRecord);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, each]) => each !== null && !(Array.isArray(each) && each.length === 0))
    .map(([name, each]) => [name, name === 'at' ? new Date(each as number).toISOString() : plainRecord(each)]);
  return Object.fromEntries(entries);
}
