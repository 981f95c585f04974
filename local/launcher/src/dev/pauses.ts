/** Counts the pauses of something that several callers may pause at the same time. */
export class Pauses {
  private count = 0

  /** @param onChange is called after each pause and each resumption */
  constructor(private readonly onChange: (isPaused: boolean) => void) {}

  get isPaused(): boolean {
    return this.count > 0
  }

  /** Pauses until the returned function is called; calling it again has no effect. */
  pause(): () => void {
    this.count += 1
    this.onChange(this.isPaused)
    let isResumed = false
    return () => {
      if (isResumed) return
      isResumed = true
      this.count -= 1
      this.onChange(this.isPaused)
    }
  }
}
