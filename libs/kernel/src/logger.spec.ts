import { describe, expect, it } from '@jest/globals'
import { createLogger } from './logger.js'

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLogger('shop', 'info', { write: (line) => void lines.push(line) }).info(fields, 'said')
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0]!) as Record<string, unknown>
}

describe('createLogger', () => {
  it.each(['PROPERTY_FULLY_FUNDED', 'ECONNREFUSED', 'EAI_AGAIN', 'ERR_HTTP2_ERROR', 'card_declined', 11000, '503'])(
    'keeps the error code %p',
    (code) => {
      expect(logged({ code })).toMatchObject({ code })
      expect(logged({ err: Object.assign(new Error('x'), { code }) })).toMatchObject({ err: { code } })
    },
  )

  it.each(['123456', 123456, '00123456', '12-34-56', { code: '123456' }])(
    'redacts the confirmation code %p',
    (code) => {
      const line = { ...logged({ code, confirmationCode: code, body: { code, ConfirmationCode: code } }), time: 0 }
      expect(JSON.stringify(line)).not.toMatch(/34/)
    },
  )

  it.each(['password', 'token', 'authorization', 'email', 'phoneNumber', 'fullName', 'key', 'mrzLines'])(
    'redacts %s at the top and one level below',
    (name) => {
      expect(logged({ [name]: 'SECRET', user: { [name]: 'SECRET' } })).toMatchObject({
        [name]: '[redacted]',
        user: { [name]: '[redacted]' },
      })
    },
  )
})
