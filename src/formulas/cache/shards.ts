/** The cache has room for a thousand texts only: what is remembered is packed into so many. */
const SHARDS = 64;

/** Which of them has what is known by this key. */
export function shardNumber(key: string): number {
  let sum = 0;
  for (const sign of key) sum = (sum * 31 + sign.charCodeAt(0)) % SHARDS;
  return sum;
}
