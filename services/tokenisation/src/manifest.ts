import { defineService, ServiceConfig } from '@hissa/kernel'
import { TokenisationConfig } from './config.js'

export const manifest = defineService({
  name: 'tokenisation',
  summary: 'The share register on the chain: tokens, accounts, transactions and reconciliation.',
  needs: ['mongodb', 'chain'],
  collections: [
    'accounts',
    'allotments',
    'chain_balances',
    'chain_movements',
    'chain_signers',
    'chain_state',
    'chain_transactions',
    'inbox',
    'inbox_failures',
    'leases',
    'outbox',
    'tokens',
  ],
  environment: [ServiceConfig, TokenisationConfig],
  ports: [],
})
