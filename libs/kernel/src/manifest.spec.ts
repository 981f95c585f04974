import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { CommonSettings, ServiceConfig } from './config.js'
import { defineService, settingsOf, type ServiceManifest } from './manifest.js'
import { setting } from './setting.js'

const kyc: ServiceManifest = {
  name: 'kyc',
  summary: 'Identity verification.',
  needs: ['mongodb'],
  collections: ['cases', 'outbox'],
  environment: [
    ServiceConfig,
    z.object({
      KYC_KEY: setting(z.string(), 'Seals documents.', { secret: 'key' }),
      KYC_DIR: setting(z._default(z.string(), '/here'), 'Lists.', { defaultWords: 'the lists of the package' }),
      KYC_PORT: setting(z._default(z.number(), 0), 'A port.'),
      KYC_HOST: setting(z.optional(z.string()), 'An address.'),
    }),
  ],
  ports: [{ setting: 'KYC_PORT', hostSetting: 'KYC_HOST', port: 9000, isPublic: false }],
}
const find = (name: string) => settingsOf(kyc).find((entry) => entry.name === name)

describe('settingsOf', () => {
  it('lists each setting with its explanation, its default and whether it is required', () => {
    expect(find('KYC_KEY')).toEqual({
      name: 'KYC_KEY',
      explanation: 'Seals documents.',
      secret: 'key',
      isRequired: true,
    })
    expect(find('KYC_DIR')).toMatchObject({ isRequired: false, defaultText: 'the lists of the package' })
    expect(find('KYC_PORT')).toMatchObject({ isRequired: false, defaultText: '0' })
    expect(find('KYC_HOST')).toEqual({ name: 'KYC_HOST', explanation: 'An address.', isRequired: false })
    expect(find('LOG_LEVEL')).toMatchObject({ isRequired: false, defaultText: 'info', passedBy: 'all' })
  })

  it('keeps separate explanations for two settings with one schema', () => {
    const shared = z.string()
    const environment = [z.object({ A: setting(shared, 'First.'), B: setting(shared, 'Second.') })]
    const explanations = settingsOf({ ...kyc, environment }).map(({ explanation }) => explanation)
    expect(explanations).toEqual(['First.', 'Second.'])
  })

  it('rejects a setting without an explanation', () => {
    const environment = [z.object({ KYC_MODE: z.string() })]
    expect(() => settingsOf({ ...kyc, environment })).toThrow('manifest of kyc: KYC_MODE has no explanation')
  })
})

describe('defineService', () => {
  it.each<[string, Partial<ServiceManifest>]>([
    ['MONGODB_URI and the need mongodb go together', { needs: [], collections: [] }],
    ['REDIS_URL and the need redis go together', { needs: ['mongodb', 'redis'] }],
    ['collections and the need mongodb go together', { collections: [] }],
    ['collections must be sorted', { collections: ['outbox', 'cases'] }],
    ['redisRights and the need redis go together', { redisRights: '~kyc:* +@read' }],
    ['has no SMTP_PORT', { ports: [{ setting: 'SMTP_PORT', hostSetting: 'KYC_HOST', port: 25, isPublic: false }] }],
    [
      'CLIENT is passed on, so it must be optional',
      {
        environment: [ServiceConfig, z.object({ CLIENT: setting(z.string(), 'It.', { passedBy: 'all' }) })],
        ports: [],
      },
    ],
  ])('rejects a contradictory manifest: %s', (words, change) => {
    expect(() => defineService({ ...kyc, ...change })).toThrow(words)
  })

  it('accepts a consistent manifest', () => {
    expect(defineService(kyc)).toBe(kyc)
    expect(settingsOf(kyc).map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(CommonSettings)))
  })
})
