/** Resolves in a later task, so that taps and paints come in between two parts of a longer work. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
