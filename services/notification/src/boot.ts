import { loadConfig, ServiceConfig, type Boot } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { NotificationConfig } from './config.js'
import { NotificationModule } from './notification.module.js'

/** Starts notification: event handlers that write messages and notices, the queue of emails, and calls about notices. */
export const boot: Boot = async (env, parts) => {
  const config = loadConfig(NotificationConfig, env, ServiceConfig)
  return startService({ service: 'notification', env, parts, module: (core) => NotificationModule.with(core, config) })
}
