import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EJSON } from 'bson'
import { createHash } from 'node:crypto'
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
/** Cases in which docstore does not follow the server, by the beginning of their SHA-256; all are in the sample. */
const DIFFERENT: Readonly<Record<string, string>> = {
  f53cc923c449: 'a $push that sorts and a $pull that change nothing count as a modification on the server',
  fb08ce20e96d: 'a $unset of an array element that is null already counts as a modification on the server',
  '2be375fa8fc2': 'for {$gte: null} the server uses a sparse index and omits documents that match',
}

/** As many differences as a reader would look at. */
const SHOWN = 5
const ID_DIGITS = 12

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
  it('gives the answers that a real server gave to random operations, except in known cases', async () => {
    const items = embedded.client.db('recorded').collection('items')
    const differences: object[] = []
    const known: string[] = []
    for (const { case: text, answer } of recorded) {
      const item = caseOf(text)
      const given = comparable(await runCase(items, item), item)
      if (given === answer) continue
      const id = createHash('sha256').update(text).digest('hex').slice(0, ID_DIGITS)
      if (id in DIFFERENT) known.push(id)
      else if (differences.length < SHOWN) differences.push({ case: text, answer, given })
    }
    expect(differences).toEqual([])
    expect(known.sort()).toEqual(Object.keys(DIFFERENT).sort())
    expect(recorded.length).toBeGreaterThanOrEqual(998)
  })
})
