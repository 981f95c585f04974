// Loaded with `--import` before a simulation: changes one source file as it is loaded. It is plain JavaScript because
// it runs before the TypeScript loader.
import { transformSync } from '@swc/core'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../../', import.meta.url)
const { file, find, replace } = JSON.parse(process.env.MUTANT)
const target = new URL(file, root).href
const swcrc = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'))

registerHooks({
  load(url, context, nextLoad) {
    if (url !== target) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const source = readFileSync(path, 'utf8')
    if (source.split(find).length !== 2) throw new Error(`the mutant does not match exactly once in ${file}: ${find}`)
    const { code } = transformSync(
      source.replace(find, () => replace),
      { ...swcrc, swcrc: false, filename: path },
    )
    return { format: 'module', source: code, shortCircuit: true }
  },
})
