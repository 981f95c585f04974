import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemEnv } from '@hissa/testing-engines/start'
import { backOffMs } from './back-off.js'
import { drainWithinMs } from './drain-time.js'
import { UserError } from '../run/user-error.js'

const leash = new URL('./leash.mjs', import.meta.url).href
const spareMs = 5_000
const largestLogBytes = 10_000_000
const defaultTries = 2

export interface ChildOptions {
  /** The name in the output and in `run.json`. */
  name: string
  /** Path of the JavaScript file it runs. */
  main: string
  args?: string[]
  logFile: string
  env: () => Record<string, string | undefined>
  /** Returns the message sent once after each start, if it is known by then. */
  order?: () => object | undefined
  /** Maximum number of starts before it was ever ready; 2 by default. */
  tries?: number
  /**
   * Returns whether a message of the child means that it is ready; a message `{failed, message}` means it cannot start.
   */
  isReady: (message: Record<string, unknown>) => boolean
  onMessage?: (message: Record<string, unknown>) => void
  /** Receives its output, in addition to the log. */
  echo?: (chunk: Buffer) => void
  /** Called when it ends unexpectedly. */
  onEnd?: () => void
  say: (line: string) => void
  /** Called after a restart, when the process id has changed. */
  onChange: () => void
}

/** A process of the platform that is restarted when it exits. */
export interface Child {
  pid(): number
  /** Resolves when it was ready for the first time; rejects when it cannot start or is stopped before. */
  ready: Promise<void>
  send(message: object): void
  stop(): Promise<void>
  /** Kills it immediately. */
  kill(): void
}

/**
 * Starts and supervises a process. Backoff doubles from half a second to 15 s, and restarts after a minute without
 * failures.
 */
export function startChild(options: ChildOptions): Child {
  const state: State = { process: undefined, stopping: false, wasReady: false, failures: 0, lastFailure: '' }
  const ready = new Promise<void>((resolve, reject) => {
    state.onReady = resolve
    state.onGivenUp = reject
  })
  ready.catch(() => undefined) // The caller may be stopping and no longer waiting.
  launch(options, state)
  return {
    pid: () => state.process?.pid ?? 0,
    ready,
    send: (message) => void state.process?.send(message, () => undefined), // The exit of a child is handled on 'close'.
    stop: () => {
      state.stopping = true
      state.onGivenUp?.(new UserError(`${options.name} was stopped before it was ready.`))
      return endProcess(state.process, drainWithinMs(process.env) + spareMs)
    },
    kill: () => {
      state.stopping = true
      state.process?.kill('SIGKILL')
    },
  }
}

interface State {
  process: ChildProcess | undefined
  stopping: boolean
  wasReady: boolean
  failures: number
  lastFailure: string
  onReady?: () => void
  onGivenUp?: (error: Error) => void
}

function launch(options: ChildOptions, state: State): void {
  const startedAt = performance.now()
  // A separate process group: Ctrl-C in the terminal signals only the launcher, which stops its children in order.
  const child = spawn(
    process.execPath,
    ['--import', leash, '--enable-source-maps', options.main, ...(options.args ?? [])],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      env: { ...systemEnv(process.env), ...options.env() },
    },
  )
  state.process = child
  log(child, options)
  child.on('message', (message: Record<string, unknown>) => {
    if (typeof message['failed'] === 'string') state.lastFailure = `${message['failed']}: ${String(message['message'])}`
    options.onMessage?.(message)
    if (!options.isReady(message)) return
    if (state.wasReady) options.say(`${options.name} is ready again`)
    state.wasReady = true
    state.onReady?.()
  })
  child.once('error', (error) => {
    state.lastFailure = error.message
  })
  child.once('close', (code, signal) => {
    if (state.stopping) return
    options.onEnd?.()
    ended(options, state, signal ?? `code ${code}`, performance.now() - startedAt)
  })
  const order = options.order?.()
  if (order) child.send(order, () => undefined) // The exit of a child is handled on 'close'.
}

function ended(options: ChildOptions, state: State, how: string, livedMs: number): void {
  const { failures, delayMs } = backOffMs(state.failures, livedMs)
  state.failures = failures
  if (!state.wasReady && failures >= (options.tries ?? defaultTries)) {
    const reason = state.lastFailure || how
    state.onGivenUp?.(new UserError(`${options.name} does not start. ${reason}\nIts log: ${options.logFile}`))
    return
  }
  options.say(`${options.name} exited (${how}); restarting it in ${delayMs / 1000} s`)
  setTimeout(() => {
    if (state.stopping) return
    launch(options, state)
    options.onChange()
  }, delayMs)
}

/** @param withinMs after which it is killed */
async function endProcess(child: ChildProcess | undefined, withinMs: number): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await gone
  clearTimeout(timer)
}

function log(child: ChildProcess, { logFile, echo, say, name }: ChildOptions): void {
  mkdirSync(dirname(logFile), { recursive: true })
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(logFile, `${logFile}.1`)
  const file = createWriteStream(logFile, { flags: 'a', mode: 0o600 })
  let complained = false
  file.on('error', (error) => {
    if (!complained) say(`could not write the log of ${name}: ${error.message}`)
    complained = true
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      file.write(chunk)
      echo?.(chunk)
    })
  }
  child.once('close', () => file.end())
}

/** Returns the path of the compiled file in this folder. */
export const besideMe = (path: string) => fileURLToPath(new URL(path, import.meta.url))
