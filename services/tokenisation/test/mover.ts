import { createLogger, createMetrics, loadConfig, ServiceConfig, SystemClock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { suiteErrorsAbi } from '@hissa/token-suite'
import { AccountStore } from '../src/accounts/account.store.js'
import { AddressStore } from '../src/accounts/address.store.js'
import { openChain, type Chain } from '../src/chain/open-chain.js'
import { TokenisationConfig } from '../src/config.js'
import { AllotmentStore, defineAllotments } from '../src/holdings/allotment.store.js'
import { defineMovements, MovementStore } from '../src/reconciliation/movement.store.js'
import { ReadChain } from '../src/reconciliation/read-chain.js'
import { Transfers } from '../src/reconciliation/transfers.js'
import { MoveShares } from '../src/relocations/move-shares.js'
import { RelocationStore } from '../src/relocations/relocation.store.js'
import { SettleRelocation } from '../src/relocations/settle-relocation.js'
import { Suite } from '../src/suite/suite.js'
import { defineSuite, SuiteStore } from '../src/suite/suite.store.js'
import { defineTokens, TokenStore } from '../src/tokens/token.store.js'
import { CrashPoints, Killed, type Crash } from './chain/crash-points.js'
import type { Tokenisation } from './harness.js'
import { PACE } from './pace.js'

const METHODS = new Set([
  ...['byId', 'change', 'of', 'ofUser', 'beginMove', 'endMove', 'close', 'open', 'titled', 'plan', 'find'],
  ...['call', 'upTo', 'confirmedBlock', 'append'],
])

const chains = new WeakMap<Tokenisation, Chain>()

/** The part of the service that plans the steps of relocations, in a process that ends at one of its steps. */
export class Mover {
  readonly points: CrashPoints
  private readonly moves: MoveShares
  /** The relocation that this process carries out; others belong to other processes. */
  private only = ''

  constructor(service: Tokenisation, crash?: Crash) {
    const { connection } = service
    const points = (this.points = new CrashPoints(crash, METHODS))
    for (const define of [defineSuite, defineTokens, defineAllotments, defineMovements]) define(connection)
    const config = loadConfig(TokenisationConfig, service.env, ServiceConfig)
    const logger = createLogger('test', 'silent')
    const chain =
      chains.get(service) ??
      openChain(config, {
        ...{ connection, logger, metrics: createMetrics('test', false), errors: suiteErrorsAbi, pollMs: PACE.pollMs },
      })
    chains.set(service, chain)
    const { node, follower, signers, transactions } = chain
    const rows = new RelocationStore(connection)
    rows.working = async (at) => {
      const found = await RelocationStore.prototype.working.call(rows, at)
      return found.filter(({ _id }) => _id === this.only)
    }
    const relocations = points.wrap('relocations', rows)
    const accounts = points.wrap('accounts', new AccountStore(connection))
    const addresses = points.wrap('addresses', new AddressStore(connection))
    const tokens = points.wrap('tokens', new TokenStore(connection))
    const suite = new Suite(
      signers,
      node,
      follower,
      transactions,
      new SuiteStore(connection),
      config,
      connection,
      logger,
      PACE,
      new SystemClock(),
    )
    const outbox = points.wrap('outbox', new Outbox(connection))
    const movements = new MovementStore(connection)
    const readChain = new ReadChain(follower, node, movements, new TokenStore(connection), connection, logger)
    const settle = new SettleRelocation(
      ...([relocations, accounts, addresses, tokens, suite, outbox, connection, new SystemClock()] as const),
      ...([logger, PACE, new SystemClock(), config] as const),
    )
    this.moves = new MoveShares(
      ...([
        relocations,
        accounts,
        points.wrap('allotments', new AllotmentStore(connection)),
        new NoTransfers(),
      ] as const),
      ...([tokens, suite, settle, points.wrap('transactions', transactions)] as const),
      ...([points.wrap('readChain', readChain), movements, points.wrap('follower', follower)] as const),
      ...([points.wrap('node', node), connection, new SystemClock()] as const),
    )
    if (!registered.has(chain)) this.moves.onModuleInit()
    registered.add(chain)
  }

  /** Plans the next step of a relocation, unless the process ends. */
  async advance(relocationId: string): Promise<void> {
    this.only = relocationId
    await this.moves.advance().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
  }
}

const registered = new WeakSet<Chain>()

/** Nothing was transferred between investors. */
class NoTransfers extends Transfers {
  override ofProperty = () => Promise.resolve([])
  override revisions = () => Promise.resolve(new Map<string, number>())
  override isInProgress = () => Promise.resolve(false)
  override highestBlock = () => Promise.resolve(0)
}
