import { describe, expect, it, jest } from '@jest/globals'
import { CONFIG } from '../../test/config.js'
import { parseConfig } from './config-schema.js'

describe('parseConfig', () => {
  it('returns the contact mailbox', () => {
    expect(parseConfig({ ...CONFIG, stripePublishableKey: 'pk_test', secret: 'x' })).toEqual({
      ...CONFIG,
      stripePublishableKey: 'pk_test',
    })
  })

  it('logs no warning about a missing optional setting', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    parseConfig({ ...CONFIG, stripePublishableKey: null })
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('throws an error that names the missing keys', () => {
    const { contactEmail: _, region: __, ...rest } = CONFIG
    expect(() => parseConfig(rest)).toThrow('Missing required configuration: region, contactEmail')
  })
})
