import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { inTree, matches, read, readJson, root } from './tree.js'

const readmes = inTree('**/README.md')
const documents = [...readmes, ...inTree('docs/**/!(README).md'), 'CONTRIBUTING.md', 'SECURITY.md']
const inDocuments = (wrong: (text: string, file: string) => string[]) =>
  documents.flatMap((file) => [...new Set(wrong(read(file), file))].map((name) => `${file}: ${name}`))

const TOP_FOLDERS = ['libs', 'services', 'web', 'local', 'tests', 'verifiers', 'deploy', 'docs', 'scripts']
const PATH = /^[\w*{}-][\w.*{},-]*(\/[\w.*{},-]+)*\/?$/
const FILE = /\.(ts|tsx|mjs|cjs|js|sh|yml|json|txt|md|csv)$/
/** Files that the launcher writes into its data folder, and the list of plans that render.py writes. */
const RUN_TIME_FILES = ['run.json', 'secrets.json', 'clock.json', 'seed.json', 'plans.json', 'statement.json']

/** Returns the words of code spans and code blocks that name a file, or a folder from the root. */
const pathsIn = (text: string) =>
  matches(text, /`+([^`]+)`+/g)
    .flatMap((code) => code.split(/[\s()]+/))
    .filter((word) => !word.startsWith('node_modules/'))
    .filter((word) => PATH.test(word) && (FILE.test(word) || TOP_FOLDERS.some((top) => word.startsWith(`${top}/`))))

/** Returns the folder from which a document names files: that of its package, or its own. */
function folderOf(document: string): string {
  const [, name] = /^docs\/packages\/(.+)\.md$/.exec(document) ?? []
  return name ? dirname(inTree(`{libs,services,local}/${name}/README.md`)[0]!) : dirname(document)
}

/**
 * Returns whether a path exists from the root, or from the document's folder or its sources; a README may name a file
 * of its package alone.
 */
function exists(path: string, document: string): boolean {
  const folder = folderOf(document)
  if (['.', folder, `${folder}/src`].some((base) => inTree(join(base, path)).length > 0)) return true
  if (path.includes('/')) return isBuilt(path, folder)
  // A decision may name a file that it removes.
  if (!readmes.includes(document)) return true
  return RUN_TIME_FILES.includes(path) || inTree(join(folder, '**', path)).length > 0
}

/** Returns whether a path below `dist` is compiled from a source of the same name. */
function isBuilt(path: string, folder: string): boolean {
  const [before, after] = path.split(/(?:^|\/)dist\//)
  if (after === undefined) return false
  const source = join(before || folder, 'src/**', basename(after).replace(/\.js$/, '.{ts,tsx}'))
  return inTree(source).length > 0
}

/** The arguments of `npm run bench` and `npm run verify`. */
const areas: Record<string, string[]> = {
  bench: matches(read('scripts/bench.mjs'), /^ {2}(\w+): '/gm),
  verify: [...inTree('tests/attacks/*.ts').map((file) => basename(file, '.ts')), 'long', 'unstable'],
}

describe('READMEs and docs', () => {
  it('name files and folders that exist', () => {
    expect(documents.flatMap((file) => pathsIn(read(file))).length).toBeGreaterThan(100)
    expect(inDocuments((text, file) => pathsIn(text).filter((path) => !exists(path, file)))).toEqual([])
  })

  it('link to files that exist', () => {
    const links = (text: string) =>
      matches(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^(https?:|mailto:|#)/.test(link))
    const isBroken = (link: string, file: string) => !existsSync(join(root, dirname(file), link.split('#')[0]!))
    expect(documents.flatMap((file) => links(read(file))).length).toBeGreaterThan(30)
    expect(inDocuments((text, file) => links(text).filter((link) => isBroken(link, file)))).toEqual([])
  })

  it('name npm scripts that exist, with areas that exist', () => {
    const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json')
    const wrong = (text: string) =>
      [...text.matchAll(/npm run ([\w:]+)(?: ([a-z]\w+)(?=[\s`]))?/g)].flatMap(([command, script, area]) =>
        scripts[script!] && (!area || !areas[script!] || areas[script!]!.includes(area)) ? [] : [command],
      )
    expect(inDocuments(wrong)).toEqual([])
  })

  it('name packages and entry points that exist', () => {
    const { workspaces } = readJson<{ workspaces: string[] }>('package.json')
    const manifests = workspaces.flatMap((folder) => inTree(`${folder}/package.json`))
    const known = manifests.flatMap((file) => {
      const { name, exports = {} } = readJson<{ name: string; exports?: Record<string, unknown> }>(file)
      return [name, ...Object.keys(exports).map((path) => join(name, path))]
    })
    const isKnown = (name: string) =>
      known.some((entry) => entry === name || (entry.endsWith('/*') && name.startsWith(entry.slice(0, -1))))
    expect(known.length).toBeGreaterThan(20)
    // A guide may show the package.json of a package that it adds.
    const added = (text: string) => matches(text, /^ {2}"name": "(@hissa\/[\w-]+)",$/gm)
    const isUnknown = (name: string, text: string) => !isKnown(name) && !added(text).includes(name)
    const named = (text: string) => matches(text, /(@hissa\/[\w/-]+)/g)
    expect(inDocuments((text) => named(text).filter((name) => isUnknown(name, text)))).toEqual([])
  })
})
