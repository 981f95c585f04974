import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EJSON } from 'bson'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { comparable } from './support/comparable.js'
import { startEmbedded, type Engine } from './support/engines.js'
import { runCase, type Case } from './support/run-case.js'

// Random operations and what MongoDB 4.4.6 answered: a sample of a thousand, or with DOCSTORE_ANSWERS=all all 23,856 in the
// folder that HISSA_TEST_DATA names.
const { DOCSTORE_ANSWERS, HISSA_TEST_DATA = '' } = process.env
const ALL = join(HISSA_TEST_DATA, 'mongo-answers/answers.jsonl.gz')
const SAMPLE = join(import.meta.dirname, 'support/recorded-answers.jsonl.gz')
const FILE = DOCSTORE_ANSWERS === 'all' && HISSA_TEST_DATA && existsSync(ALL) ? ALL : SAMPLE
/** As many differences as a reader would look at. */
const SHOWN = 5

let embedded: Engine
beforeAll(async () => {
  embedded = await startEmbedded()
})
afterAll(() => embedded.stop())

interface Recorded {
  /** Canonical EJSON of a case. */
  case: string
  answer: string
}

const recorded = gunzipSync(readFileSync(FILE))
  .toString()
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Recorded)

const caseOf = (text: string): Case => {
  const { indexes, ...item } = EJSON.parse(text, { relaxed: false }) as Omit<Case, 'indexes'> & {
    indexes: Case['indexes'] | null
  }
  return { ...item, ...(indexes && { indexes }) }
}

describe('docstore', () => {
  it('gives the answers that a real server gave to random operations', async () => {
    const items = embedded.client.db('recorded').collection('items')
    const differences: object[] = []
    for (const { case: text, answer } of recorded) {
      const item = caseOf(text)
      const given = comparable(await runCase(items, item), item)
      if (given !== answer && differences.length < SHOWN) differences.push({ case: text, answer, given })
    }
    expect(differences).toEqual([])
    expect(recorded.length).toBeGreaterThanOrEqual(994)
  })
})
