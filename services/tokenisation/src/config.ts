import { ServiceConfig } from '@hissa/kernel'
import * as z from 'zod/mini'
import { ChainSettingShapes, isConsistentChain } from './chain/chain-config.js'

/** The settings of tokenisation besides the common ones. Unknown keys are ignored. */
export const TokenisationConfig = z
  .object({
    MONGODB_DB_PREFIX: ServiceConfig.shape.MONGODB_DB_PREFIX,
    ...ChainSettingShapes,
  })
  .check(isConsistentChain)
export type TokenisationConfig = z.output<typeof TokenisationConfig>

export const TOKENISATION_CONFIG = Symbol('TOKENISATION_CONFIG')
