import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createSay } from '../run/say.js'
import { seed, type SeedStep } from './seed.js'

describe('sample data', () => {
  let dir: string
  let said: string
  const say = createSay((text) => {
    said += text
  })
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'seed-'))
    said = ''
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const step = (name: string, ran: string[], fails = false): SeedStep => ({
    name,
    run: () => {
      ran.push(name)
      return fails ? Promise.reject(new Error('the platform was killed')) : Promise.resolve('3')
    },
  })

  it('is created once: a second start runs no step and prints nothing', async () => {
    const ran: string[] = []
    await seed(dir, [step('accounts', ran), step('catalogue', ran)], say)
    expect(said).toMatch(/accounts, 3.*\n.*catalogue, 3/)
    said = ''
    await seed(dir, [step('accounts', ran), step('catalogue', ran)], say)
    expect([ran, said]).toEqual([['accounts', 'catalogue'], ''])
  })

  it('resumes where an interrupted first start stopped, and skips steps that depend on a failed one', async () => {
    const ran: string[] = []
    await seed(dir, [step('accounts', ran), step('catalogue', ran, true), step('journey', ran)], say)
    expect(said).toMatch(/catalogue failed.*next start/)
    await seed(dir, [step('accounts', ran), step('catalogue', ran), step('journey', ran)], say)
    expect(ran).toEqual(['accounts', 'catalogue', 'catalogue', 'journey'])
  })

  it('names a failure whose message says nothing, and the cause of one that was tried again', async () => {
    const failing = (name: string, error: unknown): SeedStep => ({ name, after: [], run: () => Promise.reject(error) })
    const nameless = Object.assign(new Error('null'), { name: 'SERVICE_UNAVAILABLE' })
    const late = new Error('timed out', { cause: new Error('POST /api/x: 503\nat a line') })
    await seed(dir, [failing('one', nameless), failing('two', late), failing('three', null)], say)
    expect(said).toMatch(/one failed .*: SERVICE_UNAVAILABLE without a message\n/)
    expect(said).toMatch(/two failed .*: timed out: POST \/api\/x: 503\n/)
    expect(said).toMatch(/three failed .*: an error without a message \(null\)\n/)
  })

  describe('the dependencies of steps', () => {
    /** Returns steps that end when the test decides, and the names of those that have started. */
    function controlled() {
      const begun: string[] = []
      const ends = new Map<string, { resolve: (result: string) => void; reject: (error: Error) => void }>()
      const one = (name: string, after?: string[]): SeedStep => ({
        name,
        ...(after && { after }),
        run: () => {
          begun.push(name)
          return new Promise((resolve, reject) => ends.set(name, { resolve, reject }))
        },
      })
      return { begun, end: (name: string) => ends.get(name)!, one }
    }
    const settled = () => new Promise((done) => setImmediate(done))

    it('let independent steps run concurrently, each as soon as its dependencies are done', async () => {
      const { begun, end, one } = controlled()
      const steps = [
        one('accounts'),
        one('catalogue', []),
        one('cases', ['accounts']),
        one('orders', ['catalogue']),
        one('last'),
      ]
      const seeded = seed(dir, steps, say)
      await settled()
      expect(begun).toEqual(['accounts', 'catalogue'])
      end('accounts').resolve('1')
      await settled()
      expect(begun).toEqual(['accounts', 'catalogue', 'cases'])
      end('catalogue').resolve('1')
      await settled()
      for (const name of ['cases', 'orders']) end(name).resolve('1')
      await settled()
      expect(begun).toEqual(['accounts', 'catalogue', 'cases', 'orders', 'last'])
      end('last').resolve('1')
      expect(await seeded).toBe(true)
    })

    it('let a failed step stop only its dependents, and retry these on the next start', async () => {
      const first = controlled()
      const stepsOf = ({ one }: ReturnType<typeof controlled>) => [
        one('accounts'),
        one('catalogue', []),
        one('cases', ['accounts']),
        one('orders', ['catalogue']),
      ]
      const seeded = seed(dir, stepsOf(first), say)
      await settled()
      first.end('accounts').reject(new Error('the platform was killed'))
      first.end('catalogue').resolve('1')
      await settled()
      first.end('orders').resolve('1')
      expect(await seeded).toBe(false)
      expect(first.begun).toEqual(['accounts', 'catalogue', 'orders'])
      const second = controlled()
      const again = seed(dir, stepsOf(second), say)
      await settled()
      second.end('accounts').resolve('1')
      await settled()
      second.end('cases').resolve('1')
      expect([await again, second.begun]).toEqual([true, ['accounts', 'cases']])
    })
  })
})
