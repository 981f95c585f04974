import { describe, expect, it, jest } from '@jest/globals'
import { CONFIG } from '../../test/config.js'
import { parseConfig } from './config-schema.js'

describe('the configuration', () => {
  it('carries the mailbox that people write to', () => {
    expect(parseConfig({ ...CONFIG, stripePublishableKey: 'pk_test', secret: 'x' })).toEqual({
      ...CONFIG,
      stripePublishableKey: 'pk_test',
    })
  })

  it('is checked for every page that the server renders without a warning each time', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    parseConfig({ ...CONFIG, stripePublishableKey: null })
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('is refused, with the names of what is missing', () => {
    const { contactEmail: _, region: __, ...rest } = CONFIG
    expect(() => parseConfig(rest)).toThrow('Missing required configuration: region, contactEmail')
  })
})
