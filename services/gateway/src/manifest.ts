import { defineService } from '@hissa/kernel'
import { GatewayConfig } from './config.js'

export const manifest = defineService({
  name: 'gateway',
  summary: 'The public interface: HTTP, WebSocket and the rendered web.',
  needs: ['redis', 'storage'],
  collections: [],
  // Counters of requests.
  redisRights:
    '~gateway:* +@read +@write +@scripting +@connection -@dangerous -function -script|flush -script|kill -scan -randomkey -dbsize +info',
  environment: [GatewayConfig],
  ports: [{ setting: 'PORT', hostSetting: 'HOST', port: 8080, isPublic: true }],
})
