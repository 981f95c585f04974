import { defineService, ServiceConfig } from '@hissa/kernel'
import { KycConfig } from './config.js'

export const manifest = defineService({
  name: 'kyc',
  summary: 'Identity verification: cases, documents, screening and decisions.',
  needs: ['mongodb', 'storage'],
  collections: [
    'approvals',
    'audit',
    'audit_heads',
    'audit_signed_heads',
    'cases',
    'document_numbers',
    'forged_document_turns',
    'forged_documents',
    'inbox',
    'inbox_failures',
    'leases',
    'list_copies',
    'list_sets',
    'migrations',
    'outbox',
    'phone_links',
    'subject_keys',
  ],
  environment: [ServiceConfig, KycConfig],
  ports: [],
})
