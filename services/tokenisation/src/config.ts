import { addresses, ServiceConfig, setting } from '@hissa/kernel'
import * as z from 'zod/mini'

const KEY_WORDS = '32 bytes in hexadecimal with the prefix 0x'

const chainKey = (role: string) =>
  setting(
    z.string({ error: KEY_WORDS }).check(z.regex(/^0x[0-9a-f]{64}$/, KEY_WORDS)),
    `The private key of the account that ${role}.`,
    { secret: 'chain key' },
  )

/** The settings of tokenisation besides the common ones. Unknown keys are ignored. */
export const TokenisationConfig = z.object({
  MONGODB_DB_PREFIX: ServiceConfig.shape.MONGODB_DB_PREFIX,
  CHAIN_RPC_URL: setting(addresses.web('https://rpc.example'), 'The JSON-RPC of the chain.', { secret: 'credential' }),
  CHAIN_ID: setting(z.coerce.number().check(z.int(), z.positive()), 'The id that the chain must have.'),
  CHAIN_KEY_DEPLOYER: chainKey('deploys contracts and owns them'),
  CHAIN_KEY_MINTER: chainKey('mints shares'),
  CHAIN_KEY_ENFORCER: chainKey('freezes shares, burns them and forces transfers'),
  CHAIN_KEY_REGISTRAR: chainKey('registers investors'),
  CHAIN_KEY_TITLER: chainKey('records title deeds'),
  CHAIN_KEY_ANCHOR: chainKey('anchors published registers'),
})
export type TokenisationConfig = z.output<typeof TokenisationConfig>

export const TOKENISATION_CONFIG = Symbol('TOKENISATION_CONFIG')
