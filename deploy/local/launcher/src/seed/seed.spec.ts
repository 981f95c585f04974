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

  it('is made once: a second start runs nothing and says nothing', async () => {
    const ran: string[] = []
    await seed(dir, [step('accounts', ran), step('catalogue', ran)], say)
    expect(said).toMatch(/accounts, 3.*\n.*catalogue, 3/)
    said = ''
    await seed(dir, [step('accounts', ran), step('catalogue', ran)], say)
    expect([ran, said]).toEqual([['accounts', 'catalogue'], ''])
  })

  it('goes on where an interrupted first start stopped, and runs nothing that builds on what failed', async () => {
    const ran: string[] = []
    await seed(dir, [step('accounts', ran), step('catalogue', ran, true), step('journey', ran)], say)
    expect(said).toMatch(/catalogue failed.*next start/)
    await seed(dir, [step('accounts', ran), step('catalogue', ran), step('journey', ran)], say)
    expect(ran).toEqual(['accounts', 'catalogue', 'catalogue', 'journey'])
  })
})
