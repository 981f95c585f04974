const RELOADED_KEY = 'reloadedForVersion'

interface Environment {
  /** The version that this page runs. */
  version: string
  /** The target of the bundler's event for a file that failed to load: the window. */
  events: EventTarget
  /** Returns whether the site is reachable. */
  isReachable: () => Promise<boolean>
  reload: () => void
}

/**
 * Reloads a page once if a file fails to load because a newer version was deployed. If the connection is lost, the
 * caller handles it, because a reload would show the browser's own error page.
 */
export class NewVersion {
  private checking = false
  private readonly listeners = new Set<() => void>()

  /**
   * Whether the check is running or the page is about to reload. Until it is false, pages must not report a lost
   * connection.
   */
  readonly get = (): boolean => this.checking

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  watch(environment: Environment): void {
    environment.events.addEventListener('vite:preloadError', () => void this.check(environment))
  }

  private async check({ version, isReachable, reload }: Environment): Promise<void> {
    if (this.checking || sessionStorage.getItem(RELOADED_KEY) === version) return
    this.set(true)
    if (!(await isReachable())) return this.set(false)
    sessionStorage.setItem(RELOADED_KEY, version)
    reload()
  }

  private set(checking: boolean): void {
    this.checking = checking
    this.listeners.forEach((listener) => listener())
  }
}

export const newVersion = new NewVersion()
