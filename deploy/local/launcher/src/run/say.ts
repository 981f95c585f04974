/** Writes progress for the person who started Hissa. */
export interface Say {
  /** One step, with the seconds since the start. */
  (line: string): void
  /** Text as it is. */
  plain(text: string): void
}

/** Progress on standard output, timed from now. */
export function createSay(write: (text: string) => void = (text) => void process.stdout.write(text)): Say {
  const startedAt = performance.now()
  const say = (line: string) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
    write(`${seconds} s  ${line}\n`)
  }
  return Object.assign(say, { plain: (text: string) => write(`${text}\n`) })
}
