import 'reflect-metadata'
import type { BootParts, Env, Running } from '@hissa/kernel'
import { startService, type Core } from '@hissa/messaging'
import { ChatModule } from './chat.module.js'
import { loadChatConfig } from './config.js'

export interface ChatParts extends BootParts {
  /** Time after which each replica compares its articles with the store, in case it has missed an event; 30 s. */
  compareArticlesEveryMs?: number
}

/** Starts the assistant: articles, conversations and answers. Errors: ConfigError. */
export async function boot(env: Env, parts: ChatParts = {}): Promise<Running> {
  const config = loadChatConfig(env)
  const { compareArticlesEveryMs = 30_000 } = parts
  const module = (core: Core) => ChatModule.with(core, config, compareArticlesEveryMs)
  return startService({ service: 'chat', env, parts, module })
}
