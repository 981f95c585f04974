import { defineService, ServiceConfig } from '@hissa/kernel'
import { ChatConfig } from './config.js'

export const manifest = defineService({
  name: 'chat',
  summary:
    'Mae, the assistant, and the learning hub: articles, answers from articles and accounts, conversations, progress.',
  needs: ['mongodb'],
  collections: [
    'approvals',
    'article_ratings',
    'article_versions',
    'articles',
    'audit',
    'audit_heads',
    'audit_signed_heads',
    'conversations',
    'handovers',
    'inbox',
    'inbox_failures',
    'leases',
    'lesson_reads',
    'messages',
    'outbox',
    'quiz_attempts',
    'unanswered',
  ],
  environment: [ServiceConfig, ChatConfig],
  ports: [],
  debianPackages: ['espeak-ng', 'lame'],
})
