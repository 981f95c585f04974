import { TIMING, type Timing } from '@hissa/kernel'
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common'
import { isNodeError } from '../chain/chain.api.js'
import { PACE, type Pace } from '../pace.js'
import { HandOver } from './hand-over.js'
import { RoleHolders } from './role-holders.js'
import { SuiteStore } from './suite.store.js'

/** Learns each line of a hand-over to print, and once how it ended. */
export interface HandOverRun {
  say(line: string): void
  end(result: HandOverResult): void
}

/** `isDone`: nothing is left. Otherwise it continues with the next run. */
export type HandOverResult = { isDone: boolean } | { error: Error }

export const HAND_OVER_RUN = Symbol('HAND_OVER_RUN')

/** Hands roles over until nothing more can be done now. It replaces the other work of the service. */
@Injectable()
export class RunHandOver implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController()
  private loop: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: SuiteStore,
    private readonly holders: RoleHolders,
    private readonly handOver: HandOver,
    @Inject(HAND_OVER_RUN) private readonly run: HandOverRun,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.work().then(
      (isDone) => this.run.end({ isDone }),
      (error: Error) => this.run.end({ error }),
    )
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort()
    await this.loop
  }

  private async work(): Promise<boolean> {
    if (!(await this.store.find())) throw new Error('No contracts are deployed. Start the service first')
    await this.patiently(() => this.holders.read())
    this.print('Before')
    const told = new Map<string, string>()
    while (!this.stopping.signal.aborted) {
      const steps = await this.patiently(() => this.handOver.advance())
      for (const { right, state, words } of steps ?? []) {
        const line = `${right}: ${state}, ${words}`
        if (told.get(right) !== line) this.run.say(line)
        told.set(right, line)
      }
      if (steps && steps.every(({ state }) => state !== 'sent')) {
        this.print('Now')
        return steps.every(({ state }) => state === 'done')
      }
      await this.timing.sleep(this.pace.workMs, this.stopping.signal)
    }
    return false
  }

  /** Repeats what the node could not answer. */
  private async patiently<T>(ask: () => Promise<T>): Promise<T | undefined> {
    while (!this.stopping.signal.aborted) {
      try {
        return await ask()
      } catch (error) {
        if (!isNodeError(error)) throw error
        this.run.say('The node does not answer; trying again')
        await this.timing.sleep(this.pace.workMs, this.stopping.signal)
      }
    }
    return undefined
  }

  private print(title: string): void {
    for (const line of [`${title}:`, ...this.holders.lines().map((each) => `  ${each}`)]) this.run.say(line)
  }
}
