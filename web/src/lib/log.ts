const MOST_ENTRIES = 100

interface LogEntry {
  level: 'warn' | 'error'
  time: string
  message: string
}

const entries: LogEntry[] = []

/** Writes to the browser's console and keeps the last 100 entries for a report. No personal data, no tokens. */
export function log(level: LogEntry['level'], message: string, cause?: unknown): void {
  entries.push({ level, time: new Date().toISOString(), message })
  if (entries.length > MOST_ENTRIES) entries.shift()
  // eslint-disable-next-line no-console -- the one place that writes to it
  console[level](message, ...(cause === undefined ? [] : [cause]))
}

/** What was logged, the oldest first. */
export function recentLog(): readonly LogEntry[] {
  return entries
}
