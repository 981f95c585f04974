const TIMEOUT_MS = 5_000

/**
 * Returns whether the site responds within five seconds with a response that `isGood` accepts; by default any response
 * counts.
 */
export function isSiteReachable(isGood: (response: Response) => boolean = () => true): Promise<boolean> {
  return fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(isGood, () => false)
}
