import 'reflect-metadata'
import type { Boot } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { ChatModule } from './chat.module.js'
import { loadChatConfig } from './config.js'

/** Starts the assistant: articles, conversations and answers. Errors: ConfigError. */
export const boot: Boot = async (env, parts) => {
  const config = loadChatConfig(env)
  return startService({ service: 'chat', env, parts, module: (core) => ChatModule.with(core, config) })
}
