import { defineService, ServiceConfig } from '@hissa/kernel'
import { NotificationConfig } from './config.js'

export const manifest = defineService({
  name: 'notification',
  summary: 'Email: reacts to events, renders messages and sends them.',
  needs: ['mongodb', 'redis', 'mail'],
  collections: ['inbox', 'inbox_failures', 'leases', 'messages', 'outbox', 'property_titles'],
  // Jobs of the mail queue.
  redisRights:
    '~hissa_bull:* &* +@all -@admin -@dangerous -function -script|flush -script|kill -scan -randomkey -dbsize +info',
  environment: [ServiceConfig, NotificationConfig],
  ports: [],
})
