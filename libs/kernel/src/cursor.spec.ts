import { describe, expect, it } from '@jest/globals'
import { CURSOR_MAX_BYTES } from '@hissa/contracts'
import * as z from 'zod/mini'
import { defineCursor, instant, pageOf } from './cursor.js'

const place = z.tuple([instant, z.string()])
const cursor = defineCursor('payments', place)
const at = new Date('2026-11-21T08:00:00Z')
const written = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

describe('a cursor', () => {
  it('decodes to the position it encodes', () =>
    expect(cursor.decode(cursor.encode([at, 'id-ü']))).toEqual({ ok: true, value: [at, 'id-ü'] }))

  it('is opaque text that is valid in a URL', () => expect(cursor.encode([at, 'ü?&=/+'])).toMatch(/^[\w-]+$/))

  it('decodes undefined to no position', () => expect(cursor.decode(undefined)).toEqual({ ok: true, value: undefined }))

  it.each([
    ['empty', ''],
    ['not JSON', 'abc'],
    ['not base64url', '%'],
    ['truncated', cursor.encode([at, 'id']).slice(1)],
    ['not an array', written({ at, id: 'id' })],
    ['without a list', written([at, 'id'])],
    ['of another length', written(['payments', [at]])],
    ['of another list', defineCursor('publications', place).encode([at, 'id'])],
    ['of a nonexistent date', written(['payments', ['2026-13-01T00:00:00Z', 'id']])],
    ['too long', cursor.encode([at, 'x'.repeat(CURSOR_MAX_BYTES)])],
  ])('is rejected when it is %s', (_, text) =>
    expect(cursor.decode(text)).toMatchObject({
      ok: false,
      error: {
        code: 'VALIDATION_FAILED',
        status: 400,
        extra: { errors: [{ path: '/cursor', code: 'invalid_cursor' }] },
      },
    }),
  )

  it('is decoded up to the maximum length', () => {
    const spare = CURSOR_MAX_BYTES * 0.75 - Buffer.byteLength(JSON.stringify(['payments', [at, '']]))
    const longest = cursor.encode([at, 'x'.repeat(spare)])
    expect(longest).toHaveLength(CURSOR_MAX_BYTES)
    expect(cursor.decode(longest).ok).toBe(true)
  })

  it('is reported under the configured path', () =>
    expect(defineCursor('payments', place, '/after').decode('abc')).toMatchObject({
      error: { detail: expect.stringMatching(/^\/after: /), extra: { errors: [{ path: '/after' }] } },
    }))
})

describe('pageOf', () => {
  const cursorAfter = (row: number) => `after ${row}`

  it('returns the cursor after the last row of the page when there are more', () =>
    expect(pageOf([1, 2, 3], 2, cursorAfter)).toEqual({ page: [1, 2], next: { cursor: 'after 2' } }))

  it.each([[[]], [[1]], [[1, 2]]])('returns no cursor for the last page, %j', (rows) =>
    expect(pageOf(rows, 2, cursorAfter)).toEqual({ page: rows, next: {} }),
  )
})
