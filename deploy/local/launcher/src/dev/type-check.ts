import { setPriority } from 'node:os'
import { join } from 'node:path'
import { startGuarded } from '@hissa/testing-engines/start'

const lowestPriority = 19

/** A type check that runs beside everything else. */
export interface TypeCheck {
  /** Stops it until the returned function is called. */
  pause(): () => void
  stop(): Promise<void>
}

/**
 * Checks types beside everything else, now and after each change, and prints what TypeScript reports. It runs under the
 * engines' guard, which also ends a process that is paused.
 */
export function checkTypes(root: string, logFile: string, write: (text: string) => void): TypeCheck {
  const cache = join(root, 'node_modules', '.cache', 'types-of-dev.tsbuildinfo')
  const args = [
    join(root, 'node_modules', 'typescript', 'lib', 'tsc.js'),
    ...['--project', root, '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false'],
    ...['--incremental', '--tsBuildInfoFile', cache],
    // Folders and not files, for the same reason as in watch-sources.ts.
    ...['--watchFile', 'useFsEventsOnParentDirectory', '--watchDirectory', 'useFsEvents'],
  ]
  const lines = typeLines()
  let pauses = 0
  // A priority is not enough: systems that group processes by session compare priorities within a session only.
  const obey = () => signal(checker.pid, pauses > 0 ? 'SIGSTOP' : 'SIGCONT')
  let isLowered = false
  const onLine = (line: string) => {
    if (!isLowered) lower(checker.pid)
    isLowered = true
    for (const shown of lines(line)) write(`${'types'.padEnd(12)}  ${shown}\n`)
  }
  const checker = startGuarded({ command: process.execPath, args, logFile, onLine })
  return {
    pause: () => {
      pauses += 1
      obey()
      let resumed = false
      return () => {
        if (resumed) return
        resumed = true
        pauses -= 1
        obey()
      }
    },
    stop: () => checker.stop(),
  }
}

/** Chooses the lines of the compiler to show: errors, and once they are gone that they are. */
export function typeLines(): (line: string) => string[] {
  let hadErrors = false
  return (line) => {
    const count = /Found (\d+) errors?\. Watching/.exec(line)?.[1]
    if (count !== undefined) {
      const lines = count === '0' ? (hadErrors ? ['no errors'] : []) : [count === '1' ? '1 error' : `${count} errors`]
      hadErrors = count !== '0'
      return lines
    }
    const isChatter = line.trim() === '' || /(Starting compilation in watch mode|File change detected)/.test(line)
    return isChatter ? [] : [line]
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (pid === 0) return // not started yet
  try {
    process.kill(pid, name)
  } catch {
    // It has ended, and its log says why.
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, lowestPriority)
  } catch {
    // It has ended.
  }
}
