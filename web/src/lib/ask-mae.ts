let opener: (() => void) | undefined

/** Registers what opens the assistant, and returns a function that removes it. */
export function onAskMae(open: () => void): () => void {
  opener = open
  return () => (opener = undefined)
}

/** Opens the assistant beside the page. */
export const askMae = () => opener?.()
