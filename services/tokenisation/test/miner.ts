import { setTimeout as delay } from 'node:timers/promises'
import type { Anvil } from './chain/anvil.js'

const MINE_EVERY_MS = 40
/** What doesn't come through the proxy is looked for this rarely. */
const ROUNDS_WHILE_UNTOLD = 5
/** While nothing needs a block, one is mined this rarely, so that the chain goes on. */
const ROUNDS_WHILE_IDLE = 25

/** Mines blocks on a chain that mines only when told to. */
export class Miner {
  private current: { stopping: AbortController; ended: Promise<void> } | undefined
  private isMarked = false
  /** Blocks that the newest transaction needs on top of its own. */
  private unconfirmed = 0
  private idleRounds = 0
  private isTold = true

  /**
   * @param confirmations blocks on top of a transaction's that confirm it
   * @param isAwaited tells whether someone can't go on without a further block
   */
  constructor(
    private readonly anvil: Anvil,
    private readonly confirmations: number,
    private readonly isAwaited: () => Promise<boolean>,
  ) {}

  /** Mines what transactions need from now on, and a block once in a while. */
  start(): void {
    this.isMarked = false
    this.unconfirmed = this.confirmations
    this.isTold = true
    this.current ??= this.run()
  }

  /** Tells that a transaction may wait. */
  tell(): void {
    this.isTold = true
  }

  /** Stops mining. Once it settles, no further block appears. */
  async stop(): Promise<void> {
    const { current } = this
    this.current = undefined
    current?.stopping.abort()
    await current?.ended
  }

  /**
   * Returns the height of the newest block, for `reorganiseSince`. From now on a block is mined only when someone needs
   * it to go on, so that the number of blocks doesn't depend on how fast the machine is.
   */
  async mark(): Promise<number> {
    await this.stop()
    const mark = await this.anvil.height()
    this.isMarked = true
    this.current = this.run()
    return mark
  }

  private run() {
    const stopping = new AbortController()
    const repeat = async () => {
      while (!stopping.signal.aborted) {
        await this.mineOnce().catch(() => undefined)
        await delay(MINE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
    return { stopping, ended: repeat() }
  }

  private async mineOnce(): Promise<void> {
    if (this.isMarked) {
      if (await this.isAwaited()) await this.anvil.client.mine({ blocks: 1 })
      return
    }
    this.idleRounds += 1
    const isLooking = this.isTold || this.unconfirmed > 0 || this.idleRounds % ROUNDS_WHILE_UNTOLD === 0
    if (!isLooking) return
    this.isTold = false
    const { pending } = await this.anvil.client.getTxpoolStatus()
    const blocks = pending > 0 ? 1 : this.unconfirmed
    if (blocks === 0 && this.idleRounds < ROUNDS_WHILE_IDLE) return
    this.idleRounds = 0
    await this.anvil.client.mine({ blocks: Math.max(1, blocks) })
    this.unconfirmed = pending > 0 ? this.confirmations : 0
  }
}
