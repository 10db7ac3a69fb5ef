/** How long calls of Google's services take as far as pulls are planned with it, in milliseconds. */
export const MILLISECONDS = {
  cache: 20,
  properties: 40,
  lock: 100,
  /** Of cells. */
  read: 80,
  metadata: 60,
  /** Buffered by Google until the next read. */
  write: 5,
  /** Of what is buffered. */
  flush: 100,
} as const;
