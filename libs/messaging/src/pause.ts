import { systemTiming, type Timing } from '@hissa/kernel'

const RETRY_MS = 1_000

/** Pauses work while a dependency is down. */
export class Pause {
  private current: Promise<void> | undefined
  private closed = false

  /** @param probe resolves if the dependency responds, rejects if it does not; called until it resolves or `close` is called */
  constructor(
    private readonly probe: () => Promise<unknown>,
    private readonly retryMs = RETRY_MS,
    private readonly timing: Timing = systemTiming,
  ) {}

  /** Starts a pause, unless one is in progress. */
  begin(): void {
    this.current ??= this.probeUntilUp().finally(() => {
      this.current = undefined
    })
  }

  /** Resolves when no pause is in progress. */
  async waitUntilOver(): Promise<void> {
    await this.current
  }

  /** Stops probing at shutdown. The current pause ends after at most one more probe, later ones immediately. */
  close(): void {
    this.closed = true
  }

  private async probeUntilUp(): Promise<void> {
    while (!this.closed) {
      // Waits before the first probe: a dependency can pass the probe while real work still fails, and retrying at once
      // would spin.
      await new Promise<void>((resolve) => this.timing.after(this.retryMs, resolve))
      const isUp = await this.probe().then(
        () => true,
        () => false,
      )
      if (isUp) return
    }
  }
}
