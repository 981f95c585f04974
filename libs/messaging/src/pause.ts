const RETRY_MS = 1_000

/** Holds work back while something that it needs is down. */
export class Pause {
  private current: Promise<void> | undefined
  private ended = false

  /** @param answers settles once what was down answers again; rejects while it does not */
  constructor(
    private readonly answers: () => Promise<unknown>,
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

  /** Ends every pause, for a service that stops. */
  end(): void {
    this.ended = true
  }

  private async untilAnswered(): Promise<void> {
    while (!this.ended) {
      // At least one wait: an answer may come at once although the work it was needed for failed.
      await new Promise((resolve) => setTimeout(resolve, this.retryMs).unref())
      const isUp = await this.answers().then(
        () => true,
        () => false,
      )
      if (isUp) return
    }
  }
}
