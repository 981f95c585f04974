import { CommonSettings, masterKey, ServiceConfig, setting } from '@hissa/kernel'
import * as z from 'zod/mini'
import { ChainSettingShapes, isConsistentChain } from './chain/chain-config.js'

/** The settings of tokenisation besides the common ones. Unknown keys are ignored. */
export const TokenisationConfig = z
  .object({
    MONGODB_DB_PREFIX: ServiceConfig.shape.MONGODB_DB_PREFIX,
    PUBLIC_URL: CommonSettings.PUBLIC_URL,
    TOKENISATION_MASTER_KEY: setting(
      masterKey,
      '32 bytes in base64. The key that signs the audit log of shareholders, and that of commitments on the chain, derive from it.',
      { secret: 'key' },
    ),
    ...ChainSettingShapes,
  })
  .check(isConsistentChain)
export type TokenisationConfig = z.output<typeof TokenisationConfig>

export const TOKENISATION_CONFIG = Symbol('TOKENISATION_CONFIG')
