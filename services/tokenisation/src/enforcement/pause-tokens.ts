import { Injectable } from '@nestjs/common'
import type { SettledReceipt } from '../chain/chain.api.js'
import type { Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { isSettled } from './contract-flag.js'
import { forEach } from '../for-each.js'
import { ContractFlagStore } from './contract-flag.store.js'
import { SetContractFlags } from './set-contract-flags.js'

type Deployed = Token & { deployment: { receipt: SettledReceipt } }
const isDeployed = (token: Token): token is Deployed => token.deployment?.receipt !== undefined

/** Pauses each token on the chain while chain and register disagree about it. */
@Injectable()
export class PauseTokens {
  constructor(
    private readonly tokens: TokenStore,
    private readonly flags: ContractFlagStore,
    private readonly set: SetContractFlags,
  ) {}

  /** Plans the pause of halted tokens, and its end for those that agree again. */
  async advance(): Promise<void> {
    const known = new Map((await this.flags.pauses()).map((flag) => [flag.propertyId, flag]))
    const tokens = (await this.tokens.titled()).filter(isDeployed)
    await forEach(tokens, async ({ _id: propertyId, deployment, differenceId }) => {
      const isHalted = differenceId !== undefined
      const flag = known.get(propertyId)
      if (!isHalted && (!flag || isSettled(flag, false))) return
      const subject = { _id: `paused:${propertyId}`, kind: 'paused' as const, propertyId, token: deployment.address }
      await this.set.ensure(subject, isHalted)
    })
  }
}
