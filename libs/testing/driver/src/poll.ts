export interface PollOptions {
  timeoutMs?: number
  intervalMs?: number
}

/**
 * Asks again until `attempt` returns something other than undefined, and returns that.
 * Throws after `timeoutMs` (90 s), saying what was waited for and what was seen last.
 */
export async function poll<T>(
  what: string,
  attempt: () => Promise<T | undefined>,
  options: PollOptions = {},
): Promise<T> {
  const { timeoutMs = 90_000, intervalMs = 50 } = options
  const deadline = Date.now() + timeoutMs
  let last: unknown
  for (;;) {
    try {
      const found = await attempt()
      if (found !== undefined) return found
    } catch (error) {
      last = error
    }
    if (Date.now() >= deadline) {
      throw new Error(`${what} did not come within ${timeoutMs / 1000} s`, last === undefined ? {} : { cause: last })
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}
