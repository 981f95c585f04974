const MOST_ENTRIES = 100

interface LogEntry {
  level: 'warn' | 'error'
  time: string
  message: string
}

/** The last 100 entries; in the console as `hissaLog`, so that somebody who reports an error can copy them. */
const entries: LogEntry[] = []
Object.assign(globalThis, { hissaLog: entries })

/** Writes to the browser's console and keeps the last 100 entries for a report. No personal data, no tokens. */
export function log(level: LogEntry['level'], message: string, cause?: unknown): void {
  entries.push({ level, time: new Date().toISOString(), message })
  if (entries.length > MOST_ENTRIES) entries.shift()
  // eslint-disable-next-line no-console -- the one place that writes to it
  console[level](message, ...(cause === undefined ? [] : [cause]))
}
