import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const guardPath = fileURLToPath(new URL('./guard.sh', import.meta.url))
const stopTimeoutMs = 12_000
const maxLines = 20

/** A child process that is stopped when this process exits, for whatever reason. */
export interface Guarded {
  /** Process id of the engine itself (not of its guard); 0 until known. */
  readonly pid: number
  /** Resolves with the exit code once the process has exited. */
  readonly exited: Promise<number>
  /** Returns its last lines of output, for an error message. */
  lastLines(): string
  /** Stops it (SIGTERM, then SIGKILL after a grace period) and waits until it has exited. */
  stop(): Promise<void>
}

export interface GuardedOptions {
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  /** File to which all output is appended. */
  logFile: string
  /** The program watches its own standard input and needs no guard. */
  selfGuarded?: boolean
  /** A command to run when the guard stops the engine, such as removing a container. */
  onEnd?: string[]
  onLine?: (line: string) => void
}

/**
 * Starts a program under the guard, in a separate process group so that Ctrl-C in the terminal reaches only the
 * starter. Never throws: if a program can't run, `exited` resolves to 127 and `lastLines()` has the reason.
 */
export function startGuarded(options: GuardedOptions): Guarded {
  const { command, args, selfGuarded, onEnd } = options
  const guardArgs = [guardPath, (onEnd ?? []).map(quoted).join(' '), command, ...args]
  const child = spawn(selfGuarded ? command : 'sh', selfGuarded ? args : guardArgs, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...options.env },
  })
  child.stdin?.on('error', () => undefined) // EPIPE after the engine has exited, which `exited` reports
  const state = { pid: selfGuarded ? (child.pid ?? 0) : 0, lines: [] as string[] }
  readOutput(child, options, state)
  const exited = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(127))
  })
  return {
    get pid() {
      return state.pid
    },
    exited,
    lastLines: () => state.lines.join('\n'),
    stop: () => stop(child, exited),
  }
}

/** Quotes a word for the shell. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

function readOutput(child: ChildProcess, options: GuardedOptions, state: { pid: number; lines: string[] }): void {
  const log = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 })
  log.on('error', (error) => state.lines.push(`log not written: ${error.message}`))
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      const engine = /^guard: engine pid (\d+)$/.exec(line)
      if (engine) {
        state.pid = Number(engine[1])
        return
      }
      state.lines = [...state.lines.slice(1 - maxLines), line]
      log.write(`${line}\n`)
      options.onLine?.(line)
    })
  }
  child.once('close', () => log.end())
}

async function stop(child: ChildProcess, exited: Promise<number>): Promise<void> {
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exited
  clearTimeout(timer)
}
