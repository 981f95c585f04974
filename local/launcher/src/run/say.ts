/** Writes progress for the user who started Hissa. */
export interface Say {
  /** Writes one step, with the seconds since the start. */
  (line: string): void
  /** Writes text unchanged. */
  plain(text: string): void
}

/** Writes progress to standard output, timed from now. */
export function createSay(write: (text: string) => void = (text) => void process.stdout.write(text)): Say {
  const startedAt = performance.now()
  const say = (line: string) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
    write(`${seconds} s  ${line}\n`)
  }
  return Object.assign(say, { plain: (text: string) => write(`${text}\n`) })
}
