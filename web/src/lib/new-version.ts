const RELOADED = 'reloadedForVersion'

interface Surroundings {
  /** The version that this page runs. */
  mine: string
  /** The target of the bundler's event for a file that failed to load: the window. */
  events: EventTarget
  /** Returns whether the site is reachable. */
  isReached: () => Promise<boolean>
  reload: () => void
}

/**
 * Reloads a page once if a file fails to load because a newer version was deployed. If the connection is lost, the
 * caller handles it, because a reload would show the browser's own error page.
 */
export class NewVersion {
  private asking = false
  private readonly listeners = new Set<() => void>()

  /**
   * Whether the check is running or the page is about to reload. Until it is false, pages must not report a lost
   * connection.
   */
  readonly get = (): boolean => this.asking

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  watch(around: Surroundings): void {
    around.events.addEventListener('vite:preloadError', () => void this.take(around))
  }

  private async take({ mine, isReached, reload }: Surroundings): Promise<void> {
    if (this.asking || sessionStorage.getItem(RELOADED) === mine) return
    this.set(true)
    if (!(await isReached())) return this.set(false)
    sessionStorage.setItem(RELOADED, mine)
    reload()
  }

  private set(asking: boolean): void {
    this.asking = asking
    this.listeners.forEach((listener) => listener())
  }
}

export const newVersion = new NewVersion()
