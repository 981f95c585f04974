import { loadConfig, ServiceConfig, type Boot } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { NotificationConfig } from './config.js'
import { NotificationModule } from './notification.module.js'

/** Starts notification: event handlers that write messages, and the queue that sends them. It handles no calls. */
export const boot: Boot = async (env, parts) => {
  const config = loadConfig(NotificationConfig, env, ServiceConfig)
  return startService({ service: 'notification', env, parts, module: (core) => NotificationModule.with(core, config) })
}
