import { readFileSync } from 'node:fs'

/** A process by id and by when it began, so that an id that was given out again is not taken for it. */
export interface ProcessMark {
  pid: number
  /** Linux: clock ticks from boot to its start; null where /proc does not tell. */
  startTicks: string | null
}

/** Reads the start time of a process from the text of /proc/<pid>/stat (field 22; the name in field 2 may hold anything). */
export function parseStartTicks(stat: string): string | null {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

export function markProcess(pid: number): ProcessMark {
  try {
    return { pid, startTicks: parseStartTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')) }
  } catch {
    return { pid, startTicks: null } // not Linux, or already gone
  }
}

/** Whether this very process still lives. */
export function isAlive({ pid, startTicks }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return startTicks === null || markProcess(pid).startTicks === startTicks
}

const pollMs = 50

/** Waits until none of these processes lives; returns those that still do after `timeoutMs`. */
export async function waitUntilGone(marks: ProcessMark[], timeoutMs: number): Promise<ProcessMark[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const left = marks.filter(isAlive)
    if (left.length === 0 || performance.now() > deadline) return left
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
