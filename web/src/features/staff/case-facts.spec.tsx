import { beforeEach, expect, it } from '@jest/globals'
import type { TicketDetail } from '@hissa/contracts/kyc'
import { screen, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { CaseFacts } from './case-facts.js'

beforeEach(() => storeTokens({ 'cognito:groups': ['compliance'] }))

type Hit = TicketDetail['screening']['hits'][number]

const HIT: Hit = {
  list: 'UN',
  dataId: '1',
  reference: 'QDi.001',
  listedName: 'Noor Ahmad',
  quality: 'primary',
  matchedOn: 'profile_name',
  closeness: 'exact',
  birthDates: ['1970-01-01'],
  nationalities: [],
  differs: ['birth_date'],
}

const LISTS = [{ list: 'UN', date: '2026-02-27', kind: 'sanctions', hash: 'ab'.repeat(32) }]

const show = (hit: Hit, more: Partial<TicketDetail> = {}) => {
  const ticket = {
    ...more,
    risk: 'high',
    reasons: ['SANCTIONS_NAME_MATCH'],
    fields: [{ field: 'full_name', provided: 'Noor Ahmad', extracted: 'NOOR AHMED', match: 'mismatch' }],
    mrz: { format: 'TD3', valid: true, failures: [], source: 'typed', engine: null },
    rule: { id: 'kyc.auto-approve', version: 5, outcome: 'review', inputs: {} },
    screening: { listDate: '2026-02-27', lists: LISTS, hits: [hit] },
  } as unknown as TicketDetail
  renderRoutes({ api: fakeApi({}), routes: [{ path: '*', element: <CaseFacts ticket={ticket} reveal={null} /> }] })
}
const part = (name: string) => within(screen.getByText(name).parentElement!)

it('a hit shows part by part what points to a match and what away from it', () => {
  show(HIT)
  expect(screen.getByRole('heading', { name: 'Noor Ahmad' })).toBeTruthy()
  expect(part('Kind of name').getByText('Points to a match')).toBeTruthy()
  const born = screen.getAllByText('Born').map((each) => within(each.parentElement!))
  expect(born.some((each) => each.queryByText('Points away') && each.queryByText('1970-01-01'))).toBe(true)
})

it('a hit says what its list does not state, and counts a weak alias against a match', () => {
  show({ ...HIT, quality: 'low', closeness: 'close', birthDates: [], differs: [] })
  expect(screen.getAllByText('Not on the list')).toHaveLength(2)
  expect(part('Kind of name').getByText('Points away')).toBeTruthy()
  expect(screen.getAllByText('Undecided')).toHaveLength(3)
})

it('a hit says in words which kind of list it is on', () => {
  show(HIT)
  expect(screen.getByText('List of sanctions.')).toBeTruthy()
})

it('a politically exposed person is never said to be on a list of sanctions', () => {
  show({ ...HIT, list: 'OpenSanctions PEP', kind: 'pep' })
  expect(screen.getByText(/^List of politically exposed people\. It is no list of sanctions/)).toBeTruthy()
  expect(screen.queryByText('List of sanctions.')).toBeNull()
  expect(screen.getByText(/Politically exposed people \(OpenSanctions\)/)).toBeTruthy()
})

it('a screening shows with which version of a list it was made', () => {
  show(HIT)
  expect(screen.getByText('Version abababab').getAttribute('title')).toBe('ab'.repeat(32))
})

it('an approved case that a changed list reopened says so', () => {
  show(HIT, { reopenedAt: '2026-11-20T08:00:00.000Z' })
  expect(screen.getByText(/^Verified before\. On .*20 Nov.* a changed list named this person/)).toBeTruthy()
})

it('a value that differs can be focused by its key', () => {
  show(HIT)
  const values = [...document.querySelectorAll('[data-mismatch]')]
  expect(values.map((value) => value.textContent)).toContain('Noor Ahmad')
  expect(values.every((value) => value.getAttribute('tabindex') === '-1')).toBe(true)
})
