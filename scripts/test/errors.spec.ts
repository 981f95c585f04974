import { describe, expect, it } from '@jest/globals'
import { callsWithErrors, compareErrors, reasonToSkip } from './errors.mjs'

const place = {
  name: 'orders.place',
  declared: ['orders.place SOLD_OUT 409', 'orders.place NOT_FOUND 404'],
  possible: ['orders.place SOLD_OUT 409', 'orders.place NOT_FOUND 404', 'orders.place FORBIDDEN 403'],
}
const read = { name: 'orders.read', declared: ['orders.read NOT_FOUND 404'], possible: ['orders.read NOT_FOUND 404'] }

describe('the errors that service tests provoke', () => {
  it('pass when they include every declared error and none that is impossible', () => {
    const provoked = [...place.possible, ...read.declared, 'test.call OWN_ERROR 400', '']
    expect(compareErrors([place, read], provoked)).toEqual({ file: '', passed: 2, failed: 0, skipped: 0, failures: [] })
  })

  it('fail for a declared error that no test of the run provoked, with its call and code', () => {
    expect(compareErrors([place, read], ['orders.place NOT_FOUND 404', ...read.declared])).toMatchObject({
      ...{ passed: 1, failed: 1 },
      failures: [{ name: 'orders.place SOLD_OUT 409', error: 'declared, but no service test of this run provoked it' }],
    })
  })

  it('fail for an error that a call returned with a status other than the declared one', () => {
    expect(compareErrors([read], [...read.declared, 'orders.read NOT_FOUND 410'])).toMatchObject({
      ...{ passed: 0, failed: 1 },
      failures: [{ name: 'orders.read NOT_FOUND 410', error: 'provoked by a service test, but not declared' }],
    })
  })

  it('are compared only when all service tests ran and passed', () => {
    const results = (failed: number) => ({ results: [{ failed: 0 }, { failed }] })
    expect(reasonToSkip(undefined, undefined)).toBe('the service tests did not run')
    expect(reasonToSkip({ runs: [] }, results(0))).toBe('only some of the service tests ran')
    expect(reasonToSkip({}, results(1))).toBe('not all service tests passed')
    expect(reasonToSkip({}, {})).toBe('not all service tests passed')
    expect(reasonToSkip({}, results(0))).toBeUndefined()
  })

  it('are compared for every call of the contracts', async () => {
    const calls = await callsWithErrors()
    expect(calls.find(({ name }) => name === 'investment.placeOrder')?.declared).toContain(
      'investment.placeOrder RAISE_NOT_OPEN 409',
    )
  })
})
