import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { startGuarded } from './guarded.js'

const waits = 'process.stdout.write("up\\n"); setInterval(() => {}, 1000)'
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

const ps = (field: string, pid: number) =>
  spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
const parentOf = (pid: number) => Number(ps('ppid', pid))
/** Returns whether a process has ended, collected by its new parent or not. */
const hasEnded = (pid: number) => /^(Z|$)/.test(ps('stat', pid))

describe('a guarded engine', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'guard-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('runs until it is stopped, and reports its process id and its output', async () => {
    const lines: string[] = []
    await new Promise<void>((resolve) => {
      const options = { command: process.execPath, args: ['-e', waits], logFile: join(dir, 'log') }
      const guarded = startGuarded({
        ...options,
        onLine: (line) => {
          lines.push(line)
          expect(isGone(guarded.pid)).toBe(false)
          void guarded.stop().then(() => {
            expect(isGone(guarded.pid)).toBe(true)
            resolve()
          })
        },
      })
    })
    expect(lines).toEqual(['up'])
  })

  it('receives the variables of the system and its own, and no others of its starter', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'leak'
    try {
      const line = await new Promise<string>((resolve) => {
        startGuarded({
          command: process.execPath,
          args: ['-p', '[process.env.PATH, process.env.OWN, process.env.AWS_SECRET_ACCESS_KEY].join()'],
          env: { OWN: 'own' },
          logFile: join(dir, 'log'),
          onLine: resolve,
        })
      })
      expect(line).toBe(`${process.env['PATH']},own,`)
    } finally {
      delete process.env['AWS_SECRET_ACCESS_KEY']
    }
  })

  it('reports why a program could not run', async () => {
    const guarded = startGuarded({ command: join(dir, 'missing'), args: [], logFile: join(dir, 'log') })
    expect(await guarded.exited).toBe(127)
    expect(guarded.lastLines()).toMatch(/cannot run.*missing/)
  })

  it('runs its end command before it exits, with any characters in its arguments', async () => {
    const file = join(dir, "it's done")
    const write = 'setTimeout(() => require("node:fs").writeFileSync(process.argv[1], "done"), 200)'
    const guarded = startGuarded({
      command: process.execPath,
      args: ['-e', waits],
      logFile: join(dir, 'log'),
      onEnd: [process.execPath, '-e', write, file],
      onLine: () => void guarded.stop(),
    })
    expect(await guarded.exited).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('done')
  })

  it('returns the exit code of an engine that exits before it is stopped', async () => {
    const options = { command: process.execPath, args: ['-e', 'process.exit(3)'], logFile: join(dir, 'log') }
    expect(await startGuarded({ ...options, onEnd: ['true'] }).exited).toBe(3)
  })

  it('exits only after its engine when the guard is killed, and leaves nothing running', async () => {
    const deaf = `process.on('SIGTERM', () => {}); ${waits}`
    const file = join(dir, 'ended')
    const write = 'require("node:fs").writeFileSync(process.argv[1], "done")'
    let engine = 0
    const guarded = startGuarded({
      command: process.execPath,
      args: ['-e', deaf],
      logFile: join(dir, 'log'),
      onEnd: [process.execPath, '-e', write, file],
      onLine: () => {
        engine = guarded.pid
        process.kill(parentOf(engine), 'SIGKILL')
      },
    })
    expect(await guarded.exited).toBe(1)
    expect(hasEnded(engine)).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('done')
  })

  it('is killed with its guard when it is stopped while the system has paused both', async () => {
    let engine = 0
    const guarded = startGuarded({
      command: process.execPath,
      args: ['-e', waits],
      logFile: join(dir, 'log'),
      stopTimeoutMs: 200,
      onLine: () => {
        engine = guarded.pid
        process.kill(-parentOf(engine), 'SIGSTOP')
        void guarded.stop()
      },
    })
    expect(await guarded.exited).toBe(1)
    expect(hasEnded(engine)).toBe(true)
  })

  it('is stopped when its starter is killed', async () => {
    const guard = fileURLToPath(new URL('./guard.sh', import.meta.url))
    const script = `const c = require('node:child_process').spawn('sh', ${JSON.stringify([guard, '', process.execPath, '-e', waits])}, { stdio: ['pipe', 'inherit', 'inherit'], detached: true }); c.unref()`
    const starter = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const output = starter.stdout
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('up')) starter.kill('SIGKILL')
    })
    // The engine holds the other end of this pipe, which closes only when the engine has exited.
    await new Promise((resolve) => output.once('close', resolve))
    const pid = Number(/engine pid (\d+)/.exec(text)?.[1])
    expect(pid).toBeGreaterThan(0)
    expect(isGone(pid)).toBe(true)
  })
})
