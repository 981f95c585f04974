import 'reflect-metadata'
import { loadConfig, ServiceConfig, type Boot } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { TokenisationConfig } from './config.js'
import { TokenisationModule } from './tokenisation.module.js'

/** Starts tokenisation: tokens, accounts, transactions on the chain, reconciliation. Errors: ConfigError. */
export const boot: Boot = async (env, parts) => {
  const config = loadConfig(TokenisationConfig, env, ServiceConfig)
  return startService({ service: 'tokenisation', env, parts, module: (core) => TokenisationModule.with(core, config) })
}
