// Reads the build's manifest and fails if a budget in web/README.md is exceeded. Run it after `vite build`. With
// `--build` it first builds the web if the build is missing or older than its sources.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildWebInChild, webIsStale } from '../../scripts/build-web.mjs'

if (process.argv.includes('--build') && webIsStale()) await buildWebInChild()

const client = new URL('../dist/client/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8'))
const ENTRY = 'src/entry-client.tsx'
const KB = 1_000
const LIMITS = {
  entry: 140 * KB,
  publicRoute: 40 * KB,
  signedInRoute: 60 * KB,
  css: 20 * KB,
  wallet: 80 * KB,
  chat: 40 * KB,
}
/** Opened from the wallet page. It alone may use the wallet libraries. */
const WALLET = 'src/features/wallet/connect/connect-dialog.tsx'
/** The assistant, opened by its button on most pages. */
const CHAT = 'src/features/chat/panel.tsx'
/** A string of the library that finds wallets, which identifies a file with wallet code. */
const WALLET_CODE = 'eip6963:announceProvider'

const sizeOf = (file) => gzipSync(readFileSync(new URL(file, client)), { level: 9 }).length

/** Adds the files of a module and its static imports to `seen` and returns it. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

const entry = filesOf(ENTRY)
const total = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
const rows = [
  ['entry', total(entry), LIMITS.entry],
  ['css', (manifest[ENTRY].css ?? []).reduce((sum, file) => sum + sizeOf(file), 0), LIMITS.css],
]
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || !/-(page|route)\.tsx$/.test(key)) continue
  const own = [...filesOf(key)].filter((file) => !entry.has(file))
  // The records are screens of staff, beside the card that they preview.
  const open = /features\/(home|properties(?!\/records)|property)\/|app\//.test(key)
  rows.push([key, total(own), open ? LIMITS.publicRoute : LIMITS.signedInRoute])
}

const walletPage = filesOf('src/features/wallet/wallet-page.tsx')
const ofWallet = [...filesOf(WALLET)].filter((file) => !entry.has(file) && !walletPage.has(file))
rows.push([WALLET, total(ofWallet), LIMITS.wallet])

rows.push([CHAT, total([...filesOf(CHAT)].filter((file) => !entry.has(file))), LIMITS.chat])

let broken = false
for (const [name, bytes, limit] of rows) {
  broken ||= bytes > limit
  console.log(`${bytes > limit ? 'over' : 'ok  '}  ${(bytes / KB).toFixed(1).padStart(6)} of ${limit / KB} KB  ${name}`)
}
// A screen that loads wallet code before the dialog is opened would make every visitor wait for it.
const chunks = Object.entries(manifest).filter(([, { file }]) => file.endsWith('.js'))
const walletFiles = new Set(
  chunks
    .map(([, { file }]) => file)
    .filter((file) => readFileSync(new URL(file, client), 'utf8').includes(WALLET_CODE)),
)
const early = chunks.filter(
  ([key, { isEntry, isDynamicEntry }]) =>
    (isEntry || isDynamicEntry) && key !== WALLET && [...filesOf(key)].some((file) => walletFiles.has(file)),
)
for (const [key] of early) console.log(`wallet code is loaded by ${key}`)
if (walletFiles.size === 0) console.log(`no file contains ${WALLET_CODE}: adjust WALLET_CODE`)
process.exit(broken || early.length > 0 || walletFiles.size === 0 ? 1 : 0)
