import { ok, refuse, type Answer, type ErrorsOf, type Input, type Result } from '@hissa/contracts'
import {
  WALLET_CHAIN_UNAVAILABLE,
  WALLET_CHALLENGE_ENDED,
  WALLET_REFUSED,
  WALLET_SIGNATURE_INVALID,
  type ProveWallet as Contract,
} from '@hissa/contracts/tokenisation'
import { LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Hex } from 'viem'
import { AccountStore } from '../accounts/account.store.js'
import { AddressStore } from '../accounts/address.store.js'
import { ScreenAddress } from '../accounts/screen-address.js'
import { WALL_CLOCK } from '../pace.js'
import { Relocations, relocationView, type Relocation } from '../relocations/relocations.api.js'
import type { Challenge } from './challenge.js'
import { ChallengeStore } from './challenge.store.js'
import { CheckWallet, taken } from './check-wallet.js'
import { SCREENED_EVERY_MS } from './screen-wallets.js'
import { VerifySignature } from './verify-signature.js'

type Refusals = ErrorsOf<typeof Contract>

/** Verifies that a wallet is the investor's, and requests the move of their shares to it. */
@Injectable()
export class ProveWallet {
  constructor(
    private readonly check: CheckWallet,
    private readonly challenges: ChallengeStore,
    private readonly verify: VerifySignature,
    private readonly screen: ScreenAddress,
    private readonly relocations: Relocations,
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  async execute(userId: string, { challengeId, signature }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const challenge = await this.challenges.attempt(challengeId, userId, this.wall.now())
    if (!challenge) return ended()
    const { address, message } = challenge
    const allowed = await this.check.mayMoveTo(userId, address)
    if (!allowed.ok) return allowed
    const verdict = await this.verify.execute({ address, message, signature: signature as Hex })
    if (verdict === 'unavailable')
      return refuse(WALLET_CHAIN_UNAVAILABLE, 'We couldn’t check this wallet on the blockchain. Try again.')
    if (verdict === 'invalid')
      return refuse(WALLET_SIGNATURE_INVALID, 'This signature isn’t of the message, by this wallet. Sign it again.')
    const { result: screened, listDate } = await this.screen.execute(address)
    if (screened !== 'clear') {
      this.logger.error({ alarm: 'WALLET_REFUSED', userId, screened }, 'a wallet is listed or could not be screened')
      return refuse(WALLET_REFUSED, 'Shares can’t be moved to this address.')
    }
    const requested = await transaction(this.connection, (session) => this.request(challenge, listDate, session))
    return requested.ok ? ok({ relocation: relocationView(requested.value) }) : requested
  }

  private async request(
    challenge: Challenge,
    listDate: string,
    session: ClientSession,
  ): Promise<Result<Relocation, Refusals>> {
    const { _id: id, userId, address: to } = challenge
    const now = this.wall.now()
    if (!(await this.challenges.consume(id, now, session))) return ended()
    const screening = { screenAt: new Date(now.getTime() + SCREENED_EVERY_MS), screened: { at: now, listDate } }
    if (!(await this.addresses.claim(userId, to, screening, session))) return taken()
    const { address: from } = (await this.accounts.of(userId, session))!
    return this.relocations.request({ userId, kind: 'own_wallet', from, to }, session)
  }
}

const ended = () => refuse(WALLET_CHALLENGE_ENDED, 'This message has expired or was already used. Ask for a new one.')
