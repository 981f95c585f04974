import type { RoleName } from '@hissa/token-suite'
import type { Role } from '../chain/chain.api.js'

/** Whose key has each role of the contracts. No key of this service mints outside the sequence. */
export const HOLDER_OF: Record<Exclude<RoleName, 'DIRECT_MINTER'>, Role> = {
  MINTER: 'minter',
  TITLE_RECORDER: 'titler',
  REGISTRAR: 'registrar',
  ANCHOR: 'anchor',
  PROPERTY_DEPLOYER: 'deployer',
  ...{ ENFORCER: 'enforcer', PAUSER: 'enforcer', CUSTODIAN: 'enforcer' },
}
