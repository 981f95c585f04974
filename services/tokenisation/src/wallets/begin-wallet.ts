import { ok, refuse, type Answer } from '@hissa/contracts'
import { WALLET_TOO_MANY_CHALLENGES, type BeginWallet as Contract } from '@hissa/contracts/tokenisation'
import { newId, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { getAddress } from 'viem'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { WALL_CLOCK } from '../pace.js'
import { CHALLENGE_LIFE_MS, messageOf } from './challenge.js'
import { ChallengeStore } from './challenge.store.js'
import { CheckWallet } from './check-wallet.js'

/** Creates the message by which an investor proves that a wallet is theirs. */
@Injectable()
export class BeginWallet {
  constructor(
    private readonly check: CheckWallet,
    private readonly challenges: ChallengeStore,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  async execute(userId: string, input: { address: string }): Promise<Answer<typeof Contract>> {
    const address = getAddress(input.address.toLowerCase())
    const allowed = await this.check.mayMoveTo(userId, address)
    if (!allowed.ok) return allowed
    const now = this.wall.now()
    const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS)
    const { PUBLIC_URL: publicUrl, CHAIN_ID: chainId } = this.config
    const message = messageOf({ address, expiresAt }, { publicUrl, chainId, now })
    const challengeId = newId()
    const retryAt = await this.challenges.put({ _id: challengeId, userId, address, message, expiresAt }, now)
    if (retryAt) {
      const words = 'You have asked for too many messages. Sign one of them, or try again later.'
      return refuse(WALLET_TOO_MANY_CHALLENGES, words, { retryAt: retryAt.toISOString() })
    }
    return ok({ challengeId, message, expiresAt: expiresAt.toISOString() })
  }
}
