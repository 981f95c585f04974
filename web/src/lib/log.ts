const MAX_ENTRIES = 100

interface LogEntry {
  level: 'warn' | 'error'
  time: string
  message: string
}

/** The last 100 entries, available in the console as `hissaLog`, so that users can copy them into an error report. */
const entries: LogEntry[] = []
Object.assign(globalThis, { hissaLog: entries })

/** Writes to the browser's console and keeps the last 100 entries for a report. Never log personal data or tokens. */
export function log(level: LogEntry['level'], message: string, cause?: unknown): void {
  entries.push({ level, time: new Date().toISOString(), message })
  if (entries.length > MAX_ENTRIES) entries.shift()
  // eslint-disable-next-line no-console -- the only place that writes to it
  console[level](message, ...(cause === undefined ? [] : [cause]))
}
