/** The bundler's event for a script that failed to load; see `NewVersion`. */
const PRELOAD_ERROR = 'vite:preloadError'

/**
 * Returns a function that imports a module and can be called again after a failure. A browser remembers that a script
 * failed to load and never fetches the same address again, so each later attempt adds a query to it. Safari's error
 * does not name the address; there, the later attempts are left to the browser.
 *
 * @param load The import alone: `() => import('./module.js')`, without a `then`, so that the query can replace it.
 */
export function repeatableImport<Module>(
  load: () => Promise<Module>,
  importFrom = (address: string): Promise<Module> => import(/* @vite-ignore */ address) as Promise<Module>,
): () => Promise<Module> {
  let failed: string | undefined
  let attempts = 0
  let loaded: Promise<Module> | undefined
  const again = (address: string) =>
    importFrom(`${address}?attempt=${(attempts += 1)}`).catch((error: unknown) => {
      dispatchEvent(new Event(PRELOAD_ERROR))
      throw error
    })
  return () => {
    loaded ??= (failed ? again(failed) : load()).catch((error: unknown) => {
      loaded = undefined
      failed ??= /https?:\S+\.js$/.exec(error instanceof Error ? error.message : '')?.[0]
      throw error
    })
    return loaded
  }
}
