import type { Plugin } from 'vite'

/** What the bundler wraps around each `import()`: tells the page of a file that did not come, as its own helper does. */
const HELPER = `export const __vitePreload = (load) =>
  load().catch((error) => {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  })`

/**
 * Takes the place of the bundler's helper for late files, most of which fetches styles and preloads: there is one file of
 * styles, and the server's page preloads what its first screen needs. Errors: a late screen that brings styles of its own,
 * which nobody would fetch.
 */
export function lateFiles(): Plugin {
  return {
    name: 'hissa-late-files',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? HELPER : null),
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && !file.isEntry && file.viteMetadata?.importedCss.size)
          this.error(`${file.fileName} brings styles of its own: import them in the entry`)
    },
  }
}
