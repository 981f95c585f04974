import { describe, expect, it } from '@jest/globals'
import { fuseRankings, nearestVectors, type Embeddings } from './embeddings.js'

/** Embeds a text as its counts of three characters. */
const letters: Embeddings = {
  embed: async (texts) => texts.map((text) => ['a', 'b', 'c'].map((letter) => text.split(letter).length - 1)),
}

describe('nearestVectors', () => {
  it('returns the most similar texts first', async () => {
    const texts = ['aab', 'bbc', 'aaa']
    const vectors = await letters.embed(texts)
    const [query = []] = await letters.embed(['aa'])
    expect(nearestVectors(query, new Map(texts.map((text, at) => [text, vectors[at]!])), 2)).toEqual(['aaa', 'aab'])
    expect(() => nearestVectors([1], new Map([['a', [1, 2]]]), 1)).toThrow(RangeError)
  })
})

describe('fuseRankings', () => {
  it('puts first what several rankings have near the top', () => {
    expect(
      fuseRankings([
        ['a', 'b', 'c'],
        ['b', 'd'],
      ]),
    ).toEqual(['b', 'a', 'd', 'c'])
    expect(fuseRankings([])).toEqual([])
  })
})
