import { setPriority } from 'node:os'
import { join } from 'node:path'
import { startGuarded } from '@hissa/testing-engines/start'
import { Pauses } from './pauses.js'

const lowestPriority = 19

/** A type check that runs at the lowest priority. */
export interface TypeCheck {
  /** Pauses it until the returned function is called. */
  pause(): () => void
  stop(): Promise<void>
}

/**
 * Checks types now and after each change, at the lowest priority, and prints TypeScript's messages. It runs under the
 * engines' guard, which also ends a paused process.
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
  // A low priority is not enough: systems that group processes by session compare priorities only within a session.
  const pauses = new Pauses((isPaused) => signal(checker.pid, isPaused ? 'SIGSTOP' : 'SIGCONT'))
  let isLowered = false
  const onLine = (line: string) => {
    if (!isLowered) lower(checker.pid)
    isLowered = true
    for (const shown of lines(line)) write(`${'types'.padEnd(12)}  ${shown}\n`)
  }
  const checker = startGuarded({ command: process.execPath, args, logFile, onLine })
  return {
    pause: () => pauses.pause(),
    stop: () => checker.stop(),
  }
}

/** Selects the compiler's lines to show: its errors, and "no errors" once they are corrected. */
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
    // It has exited, and its log has the reason.
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, lowestPriority)
  } catch {
    // It has exited.
  }
}
