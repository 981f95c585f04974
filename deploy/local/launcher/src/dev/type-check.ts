import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

const lowPriority = 10

/**
 * Checks types beside everything else, now and after each change, and prints what TypeScript reports. Nothing waits for
 * it. Returns what ends it.
 */
export function checkTypes(root: string, write: (text: string) => void): () => void {
  const cache = join(root, 'node_modules', '.cache', 'types-of-dev.tsbuildinfo')
  const args = [
    join(root, 'node_modules', 'typescript', 'lib', 'tsc.js'),
    ...['--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false'],
    ...['--incremental', '--tsBuildInfoFile', cache],
    // Folders and not files, for the same reason as in watch-sources.ts.
    ...['--watchFile', 'useFsEventsOnParentDirectory', '--watchDirectory', 'useFsEvents'],
  ]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid) lower(child.pid)
  const lines = typeLines()
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const whole = (rest + chunk.toString()).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole.flatMap(lines)) write(`${'types'.padEnd(12)}  ${line}\n`)
  })
  child.stderr.on('data', (chunk: Buffer) => write(chunk.toString()))
  child.once('error', (error) => write(`types are not checked: ${error.message}\n`))
  return () => void child.kill()
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

function lower(pid: number): void {
  try {
    setPriority(pid, lowPriority)
  } catch {
    // Already gone, which 'error' reports.
  }
}
