// Selects tests by the words of `npm test -- <words>`.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const lower = (text) => text.toLowerCase()
const hasAll = (text, words) => words.every((word) => lower(text).includes(lower(word)))

/**
 * Selects from steps by words, all of which must match. Names of steps and paths of files are matched first; only if
 * neither matches, paths and test names together. Case-insensitive.
 * @param steps `{ name, files: absolute paths, whole?: true }`; `whole` marks a file whose tests depend on each other
 * @returns for each step undefined (not selected), `{}` (all of it), or `{ runs: [{ files, words }] }`, where `words`
 * must be in the names of the tests
 */
export function select(steps, words, root, read = (file) => readFileSync(file, 'utf8')) {
  const direct = steps.map(({ name, files }) => {
    if (hasAll(name, words)) return {}
    const chosen = files.filter((file) => hasAll(relative(root, file), words))
    return chosen.length > 0 ? { runs: [{ files: chosen, words: [] }] } : undefined
  })
  return direct.some(Boolean) ? direct : steps.map((step) => byName(step, words, root, read))
}

function byName({ files, whole }, words, root, read) {
  const runs = new Map()
  for (const file of files) {
    const path = lower(relative(root, file))
    const rest = words.filter((word) => !path.includes(lower(word)))
    if (!hasAll(whole ? titles(read(file)) : read(file), rest)) continue
    const key = whole ? '' : rest.join('\n')
    const run = runs.get(key) ?? { files: [], words: whole ? [] : rest }
    run.files.push(file)
    runs.set(key, run)
  }
  return runs.size > 0 ? { runs: [...runs.values()] } : undefined
}

const titles = (source) =>
  [...source.matchAll(/\b(?:it|test|describe)\(\s*(['"`])(.*?)\1/g)].map((match) => match[2]).join('\n')

/** Returns a regular expression of names that contain every word, in any order. */
export const namePattern = (words) =>
  words.map((word) => `(?=.*${word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')})`).join('')
