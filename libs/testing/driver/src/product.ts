import { spawn, type ChildProcess } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePorts } from '@hissa/testing-engines/start'
import { poll } from '@hissa/testing-helpers'

export { freePorts } from '@hissa/testing-engines/start'

/** The project's root folder. */
export const root = resolve(import.meta.dirname, '..', '..', '..', '..')
const READY_WITHIN_MS = 240_000

interface RunFile {
  ready: boolean
  urls: Record<string, string>
  pids: Record<string, number>
}

/** The product as started by `npm start`, in a separate folder and on free ports. */
export interface Hissa {
  pid: number
  dataDir: string
  url: string
  mailUrl: string
  run(): RunFile
  output(): string
  /** Calls POST /sandbox/clock. */
  advance(duration: string): Promise<unknown>
  /** Kills one process (`platform`, or a service with `--split`). */
  kill(part: string): void
  stop(): Promise<number>
}

export interface StartOptions {
  args?: string[]
  env?: Record<string, string>
  /** Another clone of the project. Default: this one. */
  cwd?: string
  /** Keeps the data folder, for another start on it. */
  keepData?: boolean
  /** Time limit for a start. Default: 4 minutes. */
  readyWithinMs?: number
}

/** Starts the product and waits until it reports that it is ready. If it doesn't, the error includes its output. */
export async function startHissa(options: StartOptions = {}): Promise<Hissa> {
  const dataDir = options.env?.['HISSA_DATA'] ?? (await mkdtemp(join(tmpdir(), 'hissa-e2e-')))
  const cwd = options.cwd ?? root
  const ports = await freePorts(6)
  const child = spawn(process.execPath, [join(cwd, 'scripts', 'start.mjs'), ...(options.args ?? [])], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HISSA_DATA: dataDir,
      PORT: String(ports[0]),
      MAIL_PORT: String(ports[1]),
      SMTP_PORT: String(ports[2]),
      PAYMENTS_PORT: String(ports[3]),
      CHAIN_PORT: String(ports[4]),
      BANK_PORT: String(ports[5]),
      LOG_LEVEL: 'warn',
      // Tests begin on a platform without a past, which is ready sooner.
      SAMPLE_DATA: 'short',
      // A test sends in a minute, from one address, what a person sends in an hour.
      RATE_LIMIT_READS_PER_MINUTE: '1000000',
      ...options.env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const read = () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile
  await ready(child, read, () => output, options.readyWithinMs)
  const url = `http://localhost:${ports[0]}`
  return {
    pid: child.pid!,
    dataDir,
    url,
    mailUrl: `http://localhost:${ports[1]}`,
    run: read,
    output: () => output,
    advance: (duration) => advance(url, duration),
    kill: (part) => {
      const pid = read().pids[part]
      if (!pid) throw new Error(`no process named ${part}: ${Object.keys(read().pids).join(', ')}`)
      process.kill(pid, 'SIGKILL')
    },
    stop: async () => {
      const code = await stop(child)
      if (!options.keepData) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** Returns everything in a data folder that other users can read, write or execute, except downloaded programs. */
export function openToOthers(dataDir: string): string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  const own = ['.', ...names.filter((name) => !/^engines(\/|$)/.test(name))]
  return own.filter((name) => {
    // A store may remove its files at any time.
    const stats = lstatSync(join(dataDir, name), { throwIfNoEntry: false })
    return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0
  })
}

async function ready(
  child: ChildProcess,
  read: () => RunFile,
  output: () => string,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const hasEnded = () => child.exitCode !== null
  // The file doesn't exist at first.
  const isReady = () => hasEnded() || read().ready
  await poll('the product to be ready', isReady, { timeoutMs: withinMs, intervalMs: 100 }).catch(async () => {
    await stop(child)
    throw new Error(`not ready after ${withinMs / 1000} s:\n${output()}`)
  })
  if (hasEnded()) throw new Error(`npm start ended with ${child.exitCode}:\n${output()}`)
}

async function advance(url: string, duration: string): Promise<unknown> {
  const response = await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`the clock returned ${response.status} ${JSON.stringify(body)}`)
  return body
}

function stop(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done(child.exitCode)
    child.once('exit', (code) => done(code ?? 1))
    child.kill('SIGTERM')
  })
}
