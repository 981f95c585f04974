import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { defineRpc, type Answer, type ErrorsOf } from './core.js'
import {
  errorsOf,
  FORBIDDEN,
  INTERNAL,
  INVALID_FIELDS,
  NOT_FOUND,
  refuseFields,
  UNAUTHENTICATED,
  VALIDATION_FAILED,
} from './errors.js'
import { defineError, isRefused, ok, problemTitle, refuse } from './result.js'

const SOLD_OUT = defineError({ code: 'SOLD_OUT', status: 409, description: 'No shares are left.' })
const HELD = defineError({ code: 'HELD', status: 409, extra: { orderId: z.string() }, description: 'Already held.' })
const LATER = defineError({
  code: 'LATER',
  status: 409,
  extra: { retryAt: z.optional(z.string()) },
  description: 'Not yet.',
})
const Buy = defineRpc({
  name: 'shop.buy',
  access: 'user',
  input: z.object({}),
  output: z.object({ orderId: z.string() }),
  errors: [HELD, LATER],
})

describe('refuse', () => {
  it('returns the code, status, sentence and members of the declared error', () => {
    expect(refuse(HELD, 'You hold these shares.', { orderId: 'o' })).toEqual({
      ok: false,
      error: { code: 'HELD', status: 409, detail: 'You hold these shares.', extra: { orderId: 'o' } },
    })
    expect(refuse(LATER, 'x').error.extra).toEqual({})
  })

  it('compiles only with the members that the error declares', () => {
    const faulty = [
      // @ts-expect-error a mandatory member is missing
      refuse(HELD, 'x'),
      // @ts-expect-error a member has a different type
      refuse(HELD, 'x', { orderId: 1 }),
      // @ts-expect-error a member is not declared
      refuse(LATER, 'x', { orderId: 'o' }),
      // @ts-expect-error the error declares no members
      refuse(SOLD_OUT, 'x', { orderId: 'o' }),
    ]
    expect(faulty.map(({ error }) => error.status)).toEqual([409, 409, 409, 409])
    expect(refuse(LATER, 'x', { retryAt: 'now' }).error.extra.retryAt).toBe('now')
  })
})

describe('Answer', () => {
  it('accepts the output and the declared errors of its call and no other error', () => {
    const answers: Answer<typeof Buy>[] = [
      ok({ orderId: 'o' }),
      refuse(HELD, 'x', { orderId: 'o' }),
      refuse(LATER, 'x'),
      // @ts-expect-error the call does not declare it
      refuse(SOLD_OUT, 'x'),
      // @ts-expect-error a different output
      ok({ order: 'o' }),
    ]
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, false, false, true])
  })

  it('narrows to the members of an error by its code', () => {
    const read = (error: ErrorsOf<typeof Buy>) => (error.code === 'HELD' ? error.extra.orderId : error.extra.retryAt)
    expect(read(refuse(HELD, 'x', { orderId: 'o' }).error)).toBe('o')
  })
})

describe('isRefused', () => {
  it('recognises a refusal and rejects similar objects', () => {
    expect(isRefused(refuse(NOT_FOUND, 'x'))).toBe(true)
    for (const value of [ok(), null, undefined, 'x', { ok: false }, { ok: false, reason: 'STALE' }, { error: 'x' }])
      expect([value, isRefused(value)]).toEqual([value, false])
  })
})

describe('defineRpc', () => {
  it('does not compile for a call without a list of errors', () => {
    const call = { name: 'shop.look', access: 'public', input: z.object({}), output: z.object({}) } as const
    // @ts-expect-error a call lists its errors, even if there are none
    expect(defineRpc(call)).toMatchObject(call)
  })
})

describe('errorsOf', () => {
  it('adds the errors that the access implies to the declared ones', () => {
    expect(errorsOf(Buy)).toEqual(expect.arrayContaining([HELD, LATER, UNAUTHENTICATED, VALIDATION_FAILED, INTERNAL]))
    expect(errorsOf(Buy)).not.toContain(FORBIDDEN)
    expect(errorsOf({ access: ['finance'], errors: [] })).toContain(FORBIDDEN)
    expect(errorsOf({ access: 'service', errors: [] })).not.toContain(UNAUTHENTICATED)
  })
})

describe('refuseFields', () => {
  it('lists the fields and names them in its sentence', () => {
    const errors = [
      { path: '/a', code: 'short', message: 'Too short' },
      { path: '/b', code: 'long', message: 'Too long' },
    ]
    const { error } = refuseFields(errors)
    expect(error).toMatchObject({ code: INVALID_FIELDS.code, status: 422, extra: { errors } })
    expect(error.detail).toBe('/a: Too short; /b: Too long')
  })
})

describe('problemTitle', () => {
  it.each([
    ['URL_TOO_LONG', 'URL too long'],
    ['KYC_IN_REVIEW', 'KYC in review'],
    ['NOT_FOUND', 'Not found'],
  ])('returns the title of %s as a sentence that keeps its acronyms', (code, title) => {
    expect(problemTitle(code)).toBe(title)
  })
})
