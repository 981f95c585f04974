import 'reflect-metadata'
import {
  loadConfig,
  ServiceConfig,
  SystemClock,
  type BootParts,
  type Clock,
  type Env,
  type Running,
} from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { TokenisationConfig } from './config.js'
import { DEFAULT_PACE, type Pace } from './pace.js'
import type { HandOverRun } from './suite/run-hand-over.js'
import { TokenisationModule } from './tokenisation.module.js'

export interface TokenisationParts extends BootParts {
  /** Tests shorten the waits. */
  pace?: Partial<Pace>
  /** Wall time, by which the waits pass; by default the system's clock. Tests move it. */
  wall?: Clock
  /** Only hands the roles of the contracts over, and tells this. */
  handOver?: HandOverRun
}

/** Starts tokenisation: tokens, accounts, transactions on the chain, reconciliation. Errors: ConfigError. */
export async function boot(env: Env, parts: TokenisationParts = {}): Promise<Running> {
  const config = loadConfig(TokenisationConfig, env, ServiceConfig)
  const pace = { ...DEFAULT_PACE, ...parts.pace }
  const { wall = new SystemClock(0, parts.timing), handOver } = parts
  const module = (core: Parameters<typeof TokenisationModule.with>[0]) =>
    TokenisationModule.with(core, config, { pace, wall, handOver })
  return startService({ service: 'tokenisation', env, parts, module })
}
