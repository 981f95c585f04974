const RELOADED = 'reloadedForVersion'

interface Surroundings {
  /** Names the version that this page runs. */
  mine: string
  /** Where the bundler tells of a file that did not come: the window. */
  events: EventTarget
  /** Whether the site answers. */
  isReached: () => Promise<boolean>
  reload: () => void
}

/**
 * A tab that was open when a new version was deployed asks for files that are gone: it takes the new version, once. A file
 * that did not come because the connection is lost is the caller's matter: reloading would end at the browser's own page.
 */
export class NewVersion {
  private asking = false
  private readonly listeners = new Set<() => void>()

  /** Whether it is being found out, or the page is about to load anew: nobody shall be told meanwhile that they are offline. */
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
