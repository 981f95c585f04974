// Selects the files that typed lint rules must check again. Such a rule reads the types of a file's imports, so a
// result is valid only while the file and everything it imports, directly or indirectly, is unchanged.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

const sourceFile = /\.(ts|tsx|mts|cts|js|mjs|cjs)$/
const generated = /(^|\/)(node_modules|dist|\.data)\/|\.gen\.ts$/
const sha = (...texts) => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}

/** Reads the results of earlier runs; `save` stores the fingerprints of files without reports. */
export function openCache(file, key) {
  const saved = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const clean = saved.key === key ? saved.clean : {}
  const save = (fingerprints) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify({ key, clean: fingerprints }))
    renameSync(`${file}.${process.pid}`, file)
  }
  return { clean, save }
}

/**
 * Returns a hash of everything that can change any result: dependencies, configurations, and types that are not
 * imported.
 */
export function keyOf(root, folders) {
  const configs = [
    'package-lock.json',
    'package.json',
    '**/tsconfig*.json',
    'eslint.config.mjs',
    '*/{,*/}*/package.json',
  ]
  const ambient = globSync(
    [...folders, '.'].map((folder) => `${folder}/**/*.d.{ts,mts,cts}`),
    options(root),
  )
  const files = [...globSync(configs, options(root)), ...ambient].filter((file) => !generated.test(file))
  const names = [...new Set(files.map((file) => relative(root, resolve(root, file))))].sort()
  return sha(process.version, ...names.flatMap((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

/** Returns a fingerprint of each file to lint: of its text and of everything it imports within the project. */
export function fingerprints(root, folders) {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*`, options(root)))
    .filter((file) => sourceFile.test(file) && !generated.test(file) && !file.endsWith('.d.ts'))
  const graph = new ImportGraph(root)
  return Object.fromEntries(files.sort().map((file) => [file, graph.fingerprint(join(root, file))]))
}

const options = (root) => ({ cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.data|\.git)$/.test(path) })

class ImportGraph {
  nodes = new Map()

  constructor(root) {
    this.root = root
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
    this.compilerOptions = ts.parseJsonConfigFileContent(config, ts.sys, root).options
    this.resolutions = ts.createModuleResolutionCache(root, (name) => name, this.compilerOptions)
  }

  fingerprint(file) {
    const reached = new Set([file])
    for (const path of reached) for (const imported of this.node(path).imports) reached.add(imported)
    return sha(...[...reached].sort().flatMap((path) => [relative(this.root, path), this.node(path).hash]))
  }

  node(path) {
    const known = this.nodes.get(path)
    if (known) return known
    const text = readFileSync(path, 'utf8')
    const node = { hash: sha(text), imports: sourceFile.test(path) ? this.importsOf(path, text) : [] }
    this.nodes.set(path, node)
    return node
  }

  importsOf(path, text) {
    const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true)
    return [...importedFiles, ...referencedFiles].flatMap(({ fileName }) => {
      const mode = ts.ModuleKind.ESNext
      const found = ts.resolveModuleName(
        ...[fileName, path, this.compilerOptions, ts.sys, this.resolutions, undefined, mode],
      ).resolvedModule?.resolvedFileName
      if (!found) return []
      const real = ts.sys.realpath(found)
      return real.startsWith(`${this.root}/`) && !generated.test(relative(this.root, real)) ? [real] : []
    })
  }
}
