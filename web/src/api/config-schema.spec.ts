import { describe, expect, it } from '@jest/globals'
import { CONFIG } from '../../test/config.js'
import { parseConfig } from './config-schema.js'

describe('the configuration', () => {
  it('carries the mailbox that people write to', () => {
    expect(parseConfig({ ...CONFIG, stripePublishableKey: 'pk_test', secret: 'x' })).toEqual({
      ...CONFIG,
      stripePublishableKey: 'pk_test',
    })
  })

  it('is refused, with the names of what is missing', () => {
    const { contactEmail: _, region: __, ...rest } = CONFIG
    expect(() => parseConfig(rest)).toThrow('Missing required configuration: region, contactEmail')
  })
})
