import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Collection } from 'mongodb'
import { readFileSync, writeFileSync } from 'node:fs'
import { KNOWN_CASES } from './support/known-cases.js'
import { cases } from './support/arbitraries.js'
import { comparable } from './support/comparable.js'
import { startEmbedded, startReal, type Engine } from './support/engines.js'
import { runCase } from './support/run-case.js'

const GOLDEN = new URL('./support/golden.json', import.meta.url)
const RUNS = Number(process.env.DOCSTORE_FUZZ_RUNS ?? 300)
const SEED = Number(process.env.DOCSTORE_FUZZ_SEED ?? 4)

let embedded: Engine
let real: Engine | undefined

beforeAll(async () => {
  ;[embedded, real] = await Promise.all([startEmbedded(), startReal()])
})

afterAll(() => Promise.all([embedded.stop(), real?.stop()]))

const collections = new Map<string, Collection>()
const collectionOf = (engine: Engine): Collection => {
  const known = collections.get(engine.name) ?? engine.client.db('conformance').collection('items')
  collections.set(engine.name, known)
  return known
}

describe('docstore › compared with replies recorded from a real server', () => {
  const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, string>

  it.each(Object.entries(KNOWN_CASES))('%s', async (name, item) => {
    expect(comparable(await runCase(collectionOf(embedded), item), item)).toBe(golden[name])
  })
})

describe('docstore › compared with a real server', () => {
  it('gives the recorded replies to the recorded cases', async () => {
    if (!real) return process.stderr.write('no mongod: the recorded answers are not checked again\n')
    const answers: Record<string, string> = {}
    for (const [name, item] of Object.entries(KNOWN_CASES))
      answers[name] = comparable(await runCase(collectionOf(real), item), item)
    if (process.env.RECORD_GOLDEN) writeFileSync(GOLDEN, `${JSON.stringify(answers, null, 2)}\n`)
    expect(answers).toEqual(JSON.parse(readFileSync(GOLDEN, 'utf8')))
  })

  it('gives the same replies to random queries, updates and pipelines, including types', async () => {
    const server = real
    if (!server) return process.stderr.write('no mongod: random cases are skipped\n')
    const property = fc.asyncProperty(cases, async (item) => {
      const [ours, theirs] = await Promise.all([
        runCase(collectionOf(embedded), item),
        runCase(collectionOf(server), item),
      ])
      expect(comparable(ours, item)).toBe(comparable(theirs, item))
    })
    await fc.assert(property, { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 20_000 })
  })
})
