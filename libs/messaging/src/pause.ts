const RETRY_MS = 1_000

/** Pauses work while a dependency is down. */
export class Pause {
  private current: Promise<void> | undefined
  private ended = false

  /** @param probe resolves if the dependency responds, rejects if it does not; called until it resolves or `end` is called */
  constructor(
    private readonly probe: () => Promise<unknown>,
    private readonly retryMs = RETRY_MS,
  ) {}

  /** Starts a pause, unless one is in progress. */
  begin(): void {
    this.current ??= this.untilAnswered().finally(() => {
      this.current = undefined
    })
  }

  /** Resolves when no pause is in progress. */
  async over(): Promise<void> {
    await this.current
  }

  /**
   * Stops retrying because the service stops: the current pause ends after at most one more probe, later ones
   * immediately.
   */
  end(): void {
    this.ended = true
  }

  private async untilAnswered(): Promise<void> {
    while (!this.ended) {
      // Waits at least once: the dependency may respond although the work that needed it failed.
      await new Promise((resolve) => setTimeout(resolve, this.retryMs).unref())
      const isUp = await this.probe().then(
        () => true,
        () => false,
      )
      if (isUp) return
    }
  }
}
