const WITHIN_MS = 90_000
const INTERVAL_MS = 10

/** Waits until `holds` returns true. Throws after `withinMs` of wall time. */
export async function until(holds: () => Promise<boolean> | boolean, withinMs = WITHIN_MS): Promise<void> {
  const deadlineMs = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`did not come true within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
}
