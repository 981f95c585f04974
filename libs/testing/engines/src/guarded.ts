import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemEnv } from './system-env.js'

const guardPath = fileURLToPath(new URL('./guard.sh', import.meta.url))
const defaultStopTimeoutMs = 12_000
const outputTimeoutMs = 1_000
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
  /** Time after which `stop` kills guard and engine; 12 s by default, which is longer than the guard's grace period. */
  stopTimeoutMs?: number
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
    env: { ...systemEnv(process.env), ...options.env },
  })
  child.stdin?.on('error', () => undefined) // EPIPE after the engine has exited, which `exited` reports
  const state = { pid: selfGuarded ? (child.pid ?? 0) : 0, lines: [] as string[] }
  readOutput(child, options, state)
  const exited = exitOf(child, onEnd)
  return {
    get pid() {
      return state.pid
    },
    exited,
    lastLines: () => state.lines.join('\n'),
    stop: () => stop(child, exited, options.stopTimeoutMs ?? defaultStopTimeoutMs),
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

/**
 * Resolves with the exit code once neither guard nor engine runs: a guard that was killed has left its engine behind.
 */
function exitOf(child: ChildProcess, onEnd: string[] = []): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => {
      if (code !== null) return void whenRead(child).then(() => resolve(code))
      // The engine holds the output until it has ended, however it is collected afterwards.
      child.once('close', () => void runToEnd(onEnd).then(() => resolve(1)))
      killGroup(child)
    })
  })
}

/** Waits for the rest of the output, but not for ever: a process that the engine has left behind may hold it open. */
async function whenRead(child: ChildProcess): Promise<void> {
  const timer = new AbortController()
  const longest = sleep(outputTimeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([once(child, 'close'), longest])
  timer.abort()
}

async function runToEnd([command, ...args]: string[]): Promise<void> {
  if (command === undefined) return
  const ending = spawn(command, args, { stdio: 'ignore' })
  await new Promise((resolve) => ending.once('close', resolve).once('error', resolve))
}

/** Kills the guard and its engine, which share a process group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // Already gone
  }
}

async function stop(child: ChildProcess, exited: Promise<number>, timeoutMs: number): Promise<void> {
  child.stdin?.end()
  const timer = setTimeout(() => killGroup(child), timeoutMs)
  await exited
  clearTimeout(timer)
}
