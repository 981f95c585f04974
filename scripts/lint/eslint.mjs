// Runs ESLint on the files whose result may have changed since the last run. `node scripts/lint/eslint.mjs <root>
// <folders…>`
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { fingerprints, keyOf, openCache } from './stale-files.mjs'

const [given, ...folders] = process.argv.slice(2)
const root = realpathSync(given)
const cache = openCache(join(root, `node_modules/.cache/hissa/eslint-${folders.join('-')}.json`), keyOf(root, folders))
const current = fingerprints(root, folders)
const eslint = new ESLint({ cwd: root, warnIgnored: false })

const stale = Object.keys(current).filter((file) => cache.clean[file] !== current[file])
const results = stale.length > 0 ? await eslint.lintFiles(stale) : []
const reported = new Set(
  results.filter(({ messages }) => messages.length > 0).map(({ filePath }) => filePath.slice(root.length + 1)),
)
cache.save(Object.fromEntries(Object.entries(current).filter(([file]) => !reported.has(file))))

const formatter = await eslint.loadFormatter('stylish')
process.stdout.write(await formatter.format(results))
console.log(`${stale.length} of ${Object.keys(current).length} files checked`)
process.exitCode = results.some(({ errorCount }) => errorCount > 0) ? 1 : 0
