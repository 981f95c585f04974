import { defineService, ServiceConfig } from '@hissa/kernel'
import { PropertyConfig } from './config.js'

export const manifest = defineService({
  name: 'property',
  summary: 'The catalogue: properties, offerings and their publication, documents and disclosures.',
  needs: ['mongodb', 'storage'],
  collections: [
    'approvals',
    'audit',
    'audit_heads',
    'audit_signed_heads',
    'disclosures',
    'inbox',
    'inbox_failures',
    'leases',
    'outbox',
    'properties',
    'property_codes',
    'saved',
    'subject_keys',
  ],
  environment: [ServiceConfig, PropertyConfig],
  ports: [],
})
