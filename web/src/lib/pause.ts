/** Resolves in a later task, so that taps and paints are handled between two parts of longer work. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
