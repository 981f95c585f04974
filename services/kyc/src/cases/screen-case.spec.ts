import { describe, expect, it } from '@jest/globals'
import type { Hit } from '../screening/sanctions-list.js'
import { assess, findsMore, rescreened, type Assessment, type Evidence } from './assess.js'
import { newHits, withNewHits } from './screen-case.js'

const KNOWN: Hit = {
  list: 'UN',
  dataId: '1',
  reference: 'R',
  listedName: 'A B',
  quality: 'low',
  closeness: 'exact',
  matchedOn: 'profile_name',
  birthDates: [],
}
const CLEAN: Evidence = {
  documentType: 'passport',
  issuingCountry: 'JOR',
  profile: { fullName: 'Layla Haddad', dateOfBirth: '1990-05-01', nationality: 'JO', countryOfResidence: 'AE' },
  reading: {
    format: 'TD3',
    fields: {
      lastName: 'HADDAD',
      firstName: 'LAYLA',
      documentNumber: 'X1',
      issuingState: 'JOR',
      nationality: 'JOR',
      birthDate: '1990-05-01',
      expiryDate: '2031-05-01',
      sex: 'female',
      optional: '',
    },
    failures: [],
    specimen: false,
  },
  politicallyExposed: false,
  hits: [],
  longName: false,
  lists: [{ list: 'UN', date: '2026-02-27', kind: 'sanctions', hash: 'ab12' }],
  listOld: false,
  duplicateDocument: false,
  forgedDocument: false,
  pictureRead: false,
  automaticApproval: true,
  today: '2026-11-19',
}

describe('newHits', () => {
  it.each<[string, Partial<Hit>]>([
    ['another party', { dataId: '2' }],
    ['the same id on another list', { list: 'OFAC SDN' }],
    ['a name of higher quality', { quality: 'primary' }],
    ['another name of the party', { listedName: 'A C' }],
    ['another closeness', { closeness: 'close' }],
  ])('returns a hit on %s', (_, changes) => {
    const later = { ...KNOWN, ...changes }
    expect(newHits([KNOWN], [later])).toEqual([later])
  })

  it('ignores a known hit, also one from before close names were screened', () => {
    const { closeness: _, ...older } = KNOWN
    expect(newHits([KNOWN], [KNOWN])).toEqual([])
    expect(newHits([older], [KNOWN])).toEqual([])
  })
})

describe('withNewHits', () => {
  it('replaces the known hit of the same party, and keeps those of others', () => {
    const other = { ...KNOWN, dataId: '2' }
    const stronger: Hit = { ...KNOWN, quality: 'primary' }
    expect(withNewHits([KNOWN, other], [stronger])).toEqual([other, stronger])
  })
})

describe('findsMore', () => {
  const clean = assess(CLEAN)

  it.each<[string, Partial<Evidence>, boolean]>([
    ['no list is loaded', { lists: [] }, true],
    ['a list is too old', { listOld: true }, true],
    ['a name is too long', { longName: true }, true],
    ['a name is listed', { hits: [KNOWN] }, true],
    ['nothing has changed', {}, false],
    ['a list is newer', { lists: [{ list: 'UN', date: '2026-11-18', kind: 'sanctions', hash: 'cd34' }] }, false],
  ])('compares a later assessment if %s, and finds it once', (_, changes, isFound) => {
    const later = rescreened(clean, { ...CLEAN, ...changes })
    expect(findsMore(clean, later)).toBe(isFound)
    expect(findsMore(later, rescreened(later, { ...CLEAN, ...changes }))).toBe(false)
  })

  it('returns true for a long name if the names of the case differ anyway', () => {
    const mismatch = assess({ ...CLEAN, profile: { ...CLEAN.profile, fullName: 'Yusuf Demir' } })
    expect(mismatch.reasons).toContain('NAME_MISMATCH')
    expect(findsMore(mismatch, rescreened(mismatch, { ...CLEAN, longName: true }))).toBe(true)
  })

  it('returns false for inputs from before long names were counted', () => {
    const { longName: _, ...inputs } = clean.rule.inputs
    const earlier: Assessment = { ...clean, rule: { ...clean.rule, inputs: inputs } }
    expect(findsMore(earlier, rescreened(earlier, CLEAN))).toBe(false)
  })
})
