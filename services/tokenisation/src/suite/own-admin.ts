import { ConfigError } from '@hissa/kernel'
import { isAddressEqual } from 'viem'
import { ROLES, type Signers } from '../chain/chain.api.js'
import type { TokenisationConfig } from '../config.js'

/** Throws ConfigError if CHAIN_ADMIN is a key of this service. A key that can't be read now is left out. */
export async function refuseOwnAdmin(signers: Signers, { CHAIN_ADMIN: admin }: TokenisationConfig): Promise<void> {
  if (admin === undefined) return
  const addresses = await Promise.allSettled(ROLES.map((role) => signers[role].address()))
  const own = addresses.findIndex(({ status, ...rest }) => {
    return status === 'fulfilled' && 'value' in rest && isAddressEqual(rest.value, admin)
  })
  if (own === -1) return
  throw new ConfigError([
    `CHAIN_ADMIN must be an address whose key this service does not have: it is that of ${ROLES[own]}`,
  ])
}
