// The argument types that Google's error names if the arguments match no signature.

/** `member` includes its service. `classOf` returns the class of a Google object. */
export function typeNames(
  member: string,
  args: readonly unknown[],
  classOf: (value: object) => string | undefined = () => undefined,
): string {
  const [service] = member.split('.');
  const typeOf = (value: unknown): string => {
    if (Array.isArray(value)) return `${typeOf(value[0])}[]`;
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number') return 'number';
    if (typeof value !== 'object') return `${(typeof value)[0]!.toUpperCase()}${(typeof value).slice(1)}`;
    const name = classOf(value);
    return name === undefined ? '(class)' : `${service}.${name}`;
  };
  return args.map(typeOf).join(',');
}
