import { readFileSync } from 'node:fs'

/** Returns the current and the peak resident memory of a process, in MB. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1.024e-3
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }
}
