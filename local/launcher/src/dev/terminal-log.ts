const warnLevel = 40
const levelNames: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' }
/** Stack frames of packages and of Node, which are left out. */
const foreignFrame = /^\s+at .*(node_modules|node:internal|\(node:|native)/

/**
 * Prints the output of a process to the terminal, each line with the name of the process: warnings and errors of its
 * log in words, other output unchanged, without stack frames of packages.
 */
export function terminalLog(name: string, write: (text: string) => void): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.flatMap(terminalLines)) write(`${name.padEnd(12)}  ${line}\n`)
  }
}

/** Returns the lines to show for one line of output; none if it is only for the log file. */
export function terminalLines(line: string): string[] {
  if (line.trim() === '' || foreignFrame.test(line)) return []
  const entry = parseEntry(line)
  if (!entry) return [line]
  const { level, msg, err } = entry
  if (level < warnLevel) return []
  const stack = (err?.stack ?? err?.message ?? '').split('\n').filter((frame) => frame && !foreignFrame.test(frame))
  return [`${levelNames[level] ?? level}: ${msg ?? ''}`, ...stack]
}

interface Entry {
  level: number
  msg?: string
  err?: { message?: string; stack?: string }
}

function parseEntry(line: string): Entry | null {
  if (!line.startsWith('{')) return null
  try {
    const entry = JSON.parse(line) as Partial<Entry>
    return typeof entry.level === 'number' ? (entry as Entry) : null
  } catch {
    return null // not a log line, but an object that was printed
  }
}
