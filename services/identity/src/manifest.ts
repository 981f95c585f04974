import { defineService } from '@hissa/kernel'
import { IdentityConfig } from './config.js'

export const manifest = defineService({
  name: 'identity',
  summary: 'User accounts: sign-up, sign-in, tokens, profiles and roles.',
  needs: ['mongodb'],
  collections: [
    'audit',
    'audit_heads',
    'audit_signed_heads',
    'challenges',
    'confirmation_tries',
    'enquiries',
    'failures',
    'families',
    'inbox',
    'inbox_failures',
    'leases',
    'migrations',
    'outbox',
    'rate_limits',
    'reset_codes',
    'signing_keys',
    'user_notes',
    'users',
    'waitlist',
  ],
  environment: [IdentityConfig],
  ports: [{ setting: 'IDENTITY_PORT', hostSetting: 'IDENTITY_HOST', port: 9230, isPublic: false }],
})
