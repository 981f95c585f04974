import type { Plugin } from 'vite'

/**
 * Wrapper that the bundler puts around each `import()`: dispatches `vite:preloadError` on failure, as the built-in one
 * does.
 */
const HELPER = `export const __vitePreload = (load) =>
  load().catch((error) => {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  })`

/**
 * Replaces the bundler's helper for dynamic imports. Most of that helper fetches styles and preloads, which isn't
 * needed: there is one style sheet, and the server's page preloads the files of the first screen. Errors: a lazy chunk
 * that imports styles, because nothing would fetch them.
 */
export function lazyChunks(): Plugin {
  return {
    name: 'hissa-lazy-chunks',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? HELPER : null),
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && !file.isEntry && file.viteMetadata?.importedCss.size)
          this.error(`${file.fileName} imports styles: import them in the entry instead`)
    },
  }
}
