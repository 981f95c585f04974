import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { until } from '@hissa/testing-helpers'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Supervised } from '../engines/start-engines.js'
import { parseStat } from '../run/processes.js'
import { Faults } from './faults.js'

/** Resolves when a process is (or is no longer) stopped, because signals take effect with a delay. */
const untilStopped = (pid: number, stopped: boolean) => until(() => (stateOf(pid) === 'T') === stopped)
const stateOf = (pid: number) => parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')).state

describe('fault switches', () => {
  const calls: unknown[] = []
  const payments = { setFault: (mode: string | null) => void calls.push(mode) }
  let engine: ChildProcess
  let faults: Faults

  const engineNamed = (description: string) => {
    const current = () => ({ description, pid: () => engine.pid ?? 0 })
    return { current, stop: () => Promise.resolve() } as unknown as Supervised
  }

  beforeEach(async () => {
    calls.length = 0
    engine = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await new Promise((resolve) => engine.once('spawn', resolve))
    faults = new Faults({ payments }, () => ({ store: engineNamed('a store') }))
  })
  afterEach(() => {
    faults.clear()
    engine.kill('SIGKILL')
  })

  it('switch the faults of a sandbox on and off', () => {
    expect(faults.set({ target: 'payments', mode: 'slow', for: 'PT30S' })).toMatchObject({
      target: 'payments',
      mode: 'slow',
    })
    expect(faults.list()).toHaveLength(1)
    faults.set({ target: 'payments', mode: 'slow', for: 'PT0S' })
    expect(calls).toEqual(['slow', null])
    expect(faults.list()).toEqual([])
  })

  it('delay each request to the chain as long as asked', () => {
    const set: unknown[] = []
    const chain = { setFault: (...args: unknown[]) => void set.push([args[0], args[2]]) }
    const switches = new Faults({ chain }, () => undefined)
    switches.set({ target: 'chain', mode: 'slow', for: 'PT30S', delay: 'PT3S' })
    switches.set({ target: 'chain', mode: 'slow', for: 'PT30S' })
    switches.clear()
    expect(set).toEqual([
      ['slow', 3000],
      [null, undefined],
      ['slow', undefined],
      [null, undefined],
    ])
  })

  it('pause the process of an engine and resume it', async () => {
    faults.set({ target: 'store', mode: 'down', for: 'PT30S' })
    await untilStopped(engine.pid ?? 0, true)
    faults.clear()
    await untilStopped(engine.pid ?? 0, false)
    expect(faults.list()).toEqual([])
  })

  it('are offered where they are possible, with a reason where they are not', () => {
    const all = ['down', 'slow', 'error']
    const engines = { store: engineNamed('a store'), bus: engineNamed('nats in Docker') }
    const here = new Faults({ payments, email: payments }, () => engines).offers()
    expect(here).toEqual([
      { target: 'email', modes: all },
      { target: 'payments', modes: all },
      { target: 'chain', modes: [], reason: 'No chain sandbox is running, because an external service is configured.' },
      { target: 'bus', modes: [], reason: 'The bus runs in Docker, which this page cannot stop.' },
      { target: 'store', modes: ['down', 'slow'] },
    ])
    const inContainers = new Faults({ payments }, () => undefined).offers()
    expect(inContainers.map(({ modes }) => modes)).toEqual([[], all, [], [], []])
    expect(inContainers.map(({ reason }) => reason)).toEqual([
      'No email sandbox is running, because an external service is configured.',
      undefined,
      'No chain sandbox is running, because an external service is configured.',
      'The bus runs in another container, which this page cannot stop.',
      'The store runs in another container, which this page cannot stop.',
    ])
  })

  it('accept every offered fault, and reject others with the reason shown on the page', () => {
    const engines = { store: engineNamed('a store') }
    for (const engine of [engines, undefined]) {
      const switches = new Faults({ payments }, () => engine)
      for (const { target, modes, reason } of switches.offers()) {
        for (const mode of ['down', 'slow', 'error'] as const) {
          const answer = switches.set({ target, mode, for: 'PT0S' })
          if (modes.includes(mode)) expect(answer).toMatchObject({ target, mode })
          else expect(answer).toMatchObject({ code: 'FAULT_NOT_AVAILABLE', ...(reason && { detail: reason }) })
        }
      }
    }
  })

  it.each([
    [{ target: 'identity', mode: 'down', for: 'PT5S' }, 'FAULT_NOT_AVAILABLE'],
    [{ target: 'email', mode: 'down', for: 'PT5S' }, 'FAULT_NOT_AVAILABLE'],
    [{ target: 'bus', mode: 'down', for: 'PT5S' }, 'FAULT_NOT_AVAILABLE'],
    [{ target: 'store', mode: 'error', for: 'PT5S' }, 'FAULT_NOT_AVAILABLE'],
    [{ target: 'chain', mode: 'down', for: 'PT5S' }, 'FAULT_NOT_AVAILABLE'],
    [{ target: 'chain', mode: 'slow', for: 'PT5S', delay: 'PT2M' }, 'VALIDATION_FAILED'],
    [{ target: 'chain', mode: 'slow', for: 'PT5S', delay: 3 }, 'VALIDATION_FAILED'],
    [{ target: 'chain', mode: 'down', for: 'PT5S', delay: 'PT1S' }, 'VALIDATION_FAILED'],
    [{ target: 'payments', mode: 'slow', for: 'PT5S', delay: 'PT1S' }, 'VALIDATION_FAILED'],
    [{ target: 'store', mode: 'broken', for: 'PT5S' }, 'VALIDATION_FAILED'],
    [{ target: 'store', mode: 'down', for: 'P1D' }, 'VALIDATION_FAILED'],
    [{ target: 'store', mode: 'down' }, 'VALIDATION_FAILED'],
    [null, 'VALIDATION_FAILED'],
  ])('refuse %j with %s', (body, code) => {
    expect(faults.set(body)).toMatchObject({ code })
    expect(faults.list()).toEqual([])
  })
})
