import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { LANGUAGE_CODES } from '../libs/texts/src/languages.js'
import { compiledCatalogues } from './build/catalogues.js'
import { compressedFiles } from './build/compressed-files.js'
import { droppableComponents } from './build/droppable-components.js'
import { lazyChunks } from './build/lazy-chunks.js'
import { DIRHAM_SYMBOL } from './src/ui/dirham-sign.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const require = createRequire(import.meta.url)
/** Resolves the router's production build, because its package exposes only the development build to bundlers. */
const routerFile = (name: string) => {
  const offered = createRequire(require.resolve('react-router-dom')).resolve('react-router')
  const file = offered.replace(/development[/\\].*$/, `production/${name}.mjs`)
  if (file === offered || !existsSync(file))
    throw new Error(`No production build of react-router found beside ${offered}`)
  return file
}
const productionRouter = [
  { find: /^react-router$/, replacement: routerFile('index') },
  { find: /^react-router\/dom$/, replacement: routerFile('dom-export') },
]

const noWallet = { find: /^.*\/connect-dialog\.js$/, replacement: here('./build/no-wallet.ts') }

const onEveryScreen =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@lingui|@reduxjs|immer|redux|reselect|react-redux|redux-thunk|use-sync-external-store|cookie|set-cookie-parser|@standard-schema)[\\/]|^\0(vite[\\/]preload-helper|rolldown[\\/]runtime)/

/** Small modules that every screen uses. */
const smallParts =
  /web[\\/]src[\\/](i18n[\\/][\w-]+|lib[\\/](cx|locale|format-count))\.tsx?$|libs[\\/]texts[\\/]src[\\/](languages|format-message|format-count)\.ts$/
/** Small modules that public screens share. One request for all of them costs less than one for each. */
const sharedParts =
  /web[\\/]src[\\/](ui[\\/](icons|page-head|layout|share-grid|money|status)|lib[\\/](intent|offering|share-grid|format|invest-amount|property-labels))\.tsx?$|libs[\\/]money[\\/](?!.*projection)/
/** What only screens with properties share: keeps it out of the staff's screens. */
const propertyParts =
  /web[\\/]src[\\/](api[\\/](save-button|saved-api)|ui[\\/](picture|property-picture|property-drawing)|lib[\\/](drawing|property-query)|features[\\/]properties[\\/]card)\.tsx?$/
/** The libraries of the dialog that connects wallets. Before `vendor`, which would take their copies of small packages. */
const ofWallets =
  /node_modules[\\/](wagmi|@wagmi|viem|ox|abitype|@noble|@scure|@tanstack|zustand|mipd|eventemitter3)[\\/]/

const groups = [
  { name: 'wallet', test: ofWallets, priority: 4 },
  // The libraries of every screen in one file, which compresses better and stays cached across releases.
  { name: 'vendor', test: onEveryScreen, priority: 3 },
  { name: 'i18n', test: smallParts, priority: 2 },
  { name: 'parts', test: sharedParts, minShareCount: 2 },
  { name: 'properties', test: propertyParts, minShareCount: 2 },
  ...LANGUAGE_CODES.map((locale) => ({
    name: `texts-${locale}`,
    test: new RegExp(`i18n[\\/]${locale}[\\/](areas\\.js|(shell|ui|properties)\\.json)$`),
  })),
]

/** Turns off the bundler's advice on plugin times, which does not concern a user of `npm start`. */
const quiet = { bundlerTimings: false }

/**
 * Builds the client or the server: `vite build` writes the browser's assets with a manifest to dist/client, `vite build
 * --ssr` writes dist/server/entry-server.js, which the gateway imports as an artefact.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root: here('.'),
  plugins: [
    compiledCatalogues(),
    lazyChunks(),
    droppableComponents(),
    dirhamSign(),
    react(),
    tailwindcss(),
    compressedFiles(),
  ],
  resolve: {
    alias: [...(command === 'build' ? productionRouter : []), ...(isSsrBuild ? [noWallet] : [])],
    conditions: ['source', 'module', isSsrBuild ? 'node' : 'browser', 'development|production'],
  },
  ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  // The user-pool library uses Node's name for the global object.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : { global: 'globalThis' },
  build: isSsrBuild ? serverBuild() : clientBuild(mode),
  // Development server for the screens alone, against a platform started by `npm start`. /__kit shows every component.
  server: { port: 5173, proxy: proxyTo(process.env['HISSA_URL'] ?? 'http://localhost:8080') },
}))

/** Adds the dirham sign to the page in development, where no server renders it. */
function dirhamSign() {
  return {
    name: 'dirham-sign',
    transformIndexHtml: (html: string) => html.replace('<div id="root">', `${DIRHAM_SYMBOL}\n    <div id="root">`),
  }
}

function proxyTo(target: string) {
  return Object.fromEntries(
    ['/api', '/idp', '/config.json', '/ws'].map((path) => [path, { target, ws: path === '/ws' }]),
  )
}

function serverBuild() {
  return {
    ssr: true,
    // A single file, so that importing it again after a rebuild reloads everything.
    rolldownOptions: { input: here('./src/entry-server.tsx'), output: { codeSplitting: false }, checks: quiet },
    outDir: here('./dist/server'),
    emptyOutDir: true,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    target: 'node20',
  }
}

function clientBuild(mode: string) {
  return {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    manifest: true,
    // Fonts and drawings stay files because the content security policy allows no data: URLs for them.
    assetsInlineLimit: 0,
    // The server's page preloads the files of its first screen; the helper for later screens costs more than it saves.
    modulePreload: false as const,
    target: 'es2022',
    sourcemap: mode !== 'production',
    rolldownOptions: {
      input: here('./src/entry-client.tsx'),
      checks: quiet,
      // No bundled code has getters with side effects.
      treeshake: { propertyReadSideEffects: false as const, unknownGlobalSideEffects: false },
      preserveEntrySignatures: 'allow-extension' as const,
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  }
}
