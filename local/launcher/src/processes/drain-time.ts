const drainTimeoutMs = 10_000

/**
 * Returns how long a process may take to drain. Those that serve HTTP wait for `DRAIN_DELAY_MS` first, and within one
 * process the gateway does so before identity.
 */
export const drainWithinMs = (env: Readonly<Record<string, string | undefined>>): number =>
  drainTimeoutMs + 2 * Number(env['DRAIN_DELAY_MS'] ?? 0)
