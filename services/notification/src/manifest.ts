import { defineService, ServiceConfig } from '@hissa/kernel'
import { NotificationConfig } from './config.js'

export const manifest = defineService({
  name: 'notification',
  summary: 'Emails and notices: reacts to events, renders and sends emails, and keeps what users read in the app.',
  needs: ['mongodb', 'redis', 'mail'],
  collections: [
    ...['inbox', 'inbox_failures', 'leases', 'messages', 'notice_books', 'notices'],
    ...['outbox', 'property_titles'],
  ],
  // Jobs of the mail queue.
  redisRights:
    '~hissa_bull:* &* +@all -@admin -@dangerous -function -script|flush -script|kill -scan -randomkey -dbsize +info',
  environment: [ServiceConfig, NotificationConfig],
  ports: [],
})
