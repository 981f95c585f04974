import { describe, expect, it } from '@jest/globals'
import { namePattern, select } from './select.mjs'

const ORDERS = '/hissa/services/investment/test/orders.spec.ts'
const RULES = '/hissa/services/investment/src/rules/rules.spec.ts'
const BROWSER = '/hissa/tests/journeys/journey.e2e.ts'
const SOURCES: Record<string, string> = {
  [ORDERS]: "describe('placing an order', () => { it('sells the last 10 lots to exactly 10 of 100 buyers') })",
  [RULES]: "it('rejects a small amount') // sells nothing",
  [BROWSER]: "it('reads the disclosures, pays by card') // sells the last page",
}
const steps = [
  { name: 'lint', files: [] },
  { name: 'behaviour', files: [RULES] },
  { name: 'service tests', files: [ORDERS] },
  { name: 'journey in a browser', files: [BROWSER], whole: true },
]
const chosen = (...words: string[]) => select(steps, words, '/hissa', (file: string) => SOURCES[file]!)

describe('npm test with words', () => {
  it('selects a whole step by its name', () => {
    expect(chosen('lint')).toEqual([{}, undefined, undefined, undefined])
    expect(chosen('Service', 'tests')).toEqual([undefined, undefined, {}, undefined])
  })

  it('selects files by their path, and neither lint nor the browser', () => {
    const runs = [{ files: [ORDERS], words: [] }]
    expect(chosen('orders')).toEqual([undefined, undefined, { runs }, undefined])
    expect(chosen('INVESTMENT', 'orders.spec')).toEqual([undefined, undefined, { runs }, undefined])
  })

  it('selects tests by name if no path contains every word, but may restrict files by some of them', () => {
    const runs = [{ files: [ORDERS], words: ['last', 'lots'] }]
    expect(chosen('last', 'lots')).toEqual([undefined, undefined, { runs }, undefined])
    expect(chosen('last', 'orders', 'lots')).toEqual([undefined, undefined, { runs }, undefined])
  })

  it('selects the whole browser step by the name of one of its tests and not by other text', () => {
    const runs = [{ files: [BROWSER], words: [] }]
    expect(chosen('disclosures')).toEqual([undefined, undefined, undefined, { runs }])
    expect(chosen('last', 'page')).toEqual([undefined, undefined, undefined, undefined])
  })

  it('matches names that contain every word, in any order and as plain text', () => {
    const pattern = new RegExp(namePattern(['lots', 'last 10']), 'i')
    expect(pattern.test('placing an order sells the Last 10 lots')).toBe(true)
    expect(pattern.test('placing an order sells the last lots')).toBe(false)
    expect(new RegExp(namePattern(['a.b'])).test('a+b')).toBe(false)
  })
})
