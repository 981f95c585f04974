interface Yielding {
  scheduler?: { yield?: () => Promise<void> }
}

/** Resolves in a later task, so that taps and paints come in between two parts of a longer work. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as Yielding
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
