import { describe, expect, it } from '@jest/globals'
import { costsWith, fils, waterfall } from '@hissa/money'
import { readIncomeFile } from '../income/import-file.js'
import { incomeFile, SAMPLE_QUARTERS, sampleQuarter } from './sample-quarters.js'

const costs = costsWith({ serviceCharge: fils(150_000), management: fils(60_000) })
const facts = { grossRentFils: fils(1_000_000), vacancyFils: fils(50_000), costs, fromReserveFils: fils(0) }
const target = waterfall(facts, { reserveBasisPoints: 300, platformFeeBasisPoints: 0 })
const RESERVE = fils(123_457)
const all = (event: 'vacancy' | 'repair') =>
  Array.from({ length: SAMPLE_QUARTERS }, (_, index) => sampleQuarter(target, index, event, RESERVE))
const rentOf = (files: ReturnType<typeof sampleQuarter>) =>
  files.flat().reduce((sum, fact) => sum + (fact.kind === 'rent' ? fact.amountFils : 0), 0)

/** The full rents of the first year and of the second one. */
const [first, second] = [1_000_000, 1_030_000].map((rent) => [rent, rent, rent, rent]) as [number[], number[]]

describe('the quarters of a sample property', () => {
  it('include one with a vacancy, which earns less rent', () => {
    const quarters = all('vacancy')
    const vacant = quarters.filter((files) => files.flat().some(({ kind }) => kind === 'vacancy'))
    expect(vacant).toHaveLength(1)
    expect(quarters.map(rentOf)).toEqual([...first.slice(0, 3), 554_348, ...second])
  })

  it('include one whose repair costs the first month’s rent and the whole reserve', () => {
    const quarters = all('repair')
    const repaired = quarters.filter((files) => files.length === 2)
    expect(repaired).toHaveLength(1)
    expect(repaired[0]![0]).toEqual([
      { kind: 'rent', amountFils: 343_333 },
      { kind: 'cost', category: 'maintenance', amountFils: 343_333 + RESERVE },
    ])
    expect(quarters.map(rentOf)).toEqual([...first, ...second])
  })

  it('are files that finance can import', () => {
    for (const files of [...all('vacancy'), ...all('repair')])
      for (const [part, entries] of files.entries()) {
        const text = incomeFile(entries, { period: '2025-Q1', date: '2025-03-31', part })
        expect(readIncomeFile(Buffer.from(text))).toMatchObject({ rows: entries.map((fact) => ({ fact })) })
      }
  })
})
