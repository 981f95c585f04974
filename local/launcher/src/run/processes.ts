import { readFileSync } from 'node:fs'

/** Identifies a process by id and start time, so that a reused id is not mistaken for it. */
export interface ProcessMark {
  pid: number
  /** Linux: clock ticks from boot to its start; null where /proc does not provide it. */
  startTicks: string | null
}

/**
 * Reads state (one letter) and start time of a process from the text of /proc/<pid>/stat: fields 3 and 22, counted from
 * the end of field 2, which holds any name in brackets.
 */
export function parseStat(stat: string): { state: string; startTicks: string | null } {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startTicks: fields[19] ?? null }
}

function readStat(pid: number) {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null // not Linux, or already exited
  }
}

/** Returns a mark that identifies a process even if its id is reused later. */
export function markProcess(pid: number): ProcessMark {
  return { pid, startTicks: readStat(pid)?.startTicks ?? null }
}

/**
 * Returns whether exactly this process still runs; one that has exited but was not collected yet (a zombie) does not.
 */
export function isAlive({ pid, startTicks }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (startTicks === null) return true
  const stat = readStat(pid)
  return stat !== null && stat.state !== 'Z' && stat.startTicks === startTicks
}

const pollMs = 50

/** Waits until all these processes have exited; returns those that still run after `timeoutMs`. */
export async function waitUntilGone(marks: ProcessMark[], timeoutMs: number): Promise<ProcessMark[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const left = marks.filter(isAlive)
    if (left.length === 0 || performance.now() > deadline) return left
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
