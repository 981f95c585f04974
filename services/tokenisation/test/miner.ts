import { setTimeout as delay } from 'node:timers/promises'
import type { Anvil } from './chain/anvil.js'

const MINE_EVERY_MS = 40

/** Mines blocks on a chain that mines only when told to. */
export class Miner {
  private current: { stopping: AbortController; ended: Promise<void> } | undefined
  private isFrugal = false

  /** @param isAwaited tells whether someone can't go on without a further block */
  constructor(
    private readonly anvil: Anvil,
    private readonly isAwaited: () => Promise<boolean>,
  ) {}

  /** Mines a block every few milliseconds from now on. */
  start(): void {
    this.isFrugal = false
    this.current ??= this.run()
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
    this.isFrugal = true
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
    if (!this.isFrugal || (await this.isAwaited())) await this.anvil.client.mine({ blocks: 1 })
  }
}
