const PATIENCE_MS = 5_000

/** Whether the site answers, and as `isGood` wants it, within five seconds. Any answer means that there is a connection. */
export function isSiteReached(isGood: (answer: Response) => boolean = () => true): Promise<boolean> {
  return fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    isGood,
    () => false,
  )
}
