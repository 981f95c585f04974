import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { schemaFiles } from '@hissa/contracts/documents'
import type { Call, OpenApi, Release } from './compare-releases.js'

/** The folder of the committed schemas. */
export const FOLDER = join(import.meta.dirname, '../../libs/contracts/schemas')
const RELEASED = 'released'
const VERSIONS = join(FOLDER, RELEASED, 'versions.json')

/** A supported release, and the hash of the file that records it. */
interface ReleasedVersion {
  version: string
  sha256: string
}

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const fileOf = (version: string) => join(FOLDER, RELEASED, `${version}.json`)

/** Returns the committed text of each schema by its path. */
export const generated = (): Map<string, string> =>
  new Map(Object.entries(schemaFiles()).map(([path, schema]) => [path, textOf(schema)]))

/** Returns the text of each file in the folder by its path, without those of releases. */
export function committed(): Map<string, string> {
  const paths = existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }) : []
  return new Map(
    paths
      .filter((path) => path.endsWith('.json') && !path.startsWith(RELEASED))
      .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]),
  )
}

/** Replaces the committed schemas with those of the contracts; returns the number of changed files. */
export function write(): number {
  const [now, before] = [generated(), committed()]
  for (const path of before.keys()) if (!now.has(path)) rmSync(join(FOLDER, path))
  const changed = [...now].filter(([path, text]) => before.get(path) !== text)
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true })
    writeFileSync(join(FOLDER, path), text)
  }
  return changed.length + [...before.keys()].filter((path) => !now.has(path)).length
}

/** Returns the promises of the current contracts. */
export function current(): Release {
  const files = Object.entries(schemaFiles())
  const below = (folder: string) =>
    Object.fromEntries(
      files.flatMap(([path, schema]) =>
        path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1, -'.json'.length), schema]] : [],
      ),
    )
  const http = schemaFiles()['openapi.json'] as unknown as OpenApi & { info: { version: string } }
  return {
    version: http.info.version,
    events: below('events'),
    calls: below('calls') as unknown as Record<string, Call>,
    http: { paths: http.paths, components: http.components },
  }
}

/** Returns the latest release, as recorded. Throws an Error if its file was changed since. */
export function released(): Release {
  const latest = versions().at(-1)
  if (!latest) throw new Error('no release is recorded; run npm run generate -- --release')
  const text = readFileSync(fileOf(latest.version), 'utf8')
  if (hashOf(text) !== latest.sha256) throw new Error(`${fileOf(latest.version)} was changed after its release`)
  return JSON.parse(text) as Release
}

/** Returns the released versions; none before the first release. */
export const versions = (): ReleasedVersion[] =>
  existsSync(VERSIONS) ? (JSON.parse(readFileSync(VERSIONS, 'utf8')) as ReleasedVersion[]) : []

/** Records the promises of the current contracts as the release of their version, without texts and examples. */
export function release(): string {
  const promises = current()
  const { version } = promises
  if (versions().some((one) => one.version === version)) {
    throw new Error(
      `${version} is already released; increase API_VERSION in libs/contracts/src/documents/version.ts first`,
    )
  }
  const text = textOf(withoutTexts(promises))
  mkdirSync(dirname(VERSIONS), { recursive: true })
  writeFileSync(fileOf(version), text)
  writeFileSync(VERSIONS, textOf([...versions(), { version, sha256: hashOf(text) }]))
  for (const { version: older } of versions().slice(0, -1)) rmSync(fileOf(older), { force: true })
  return version
}

const TEXTS = new Set(['summary', 'description', 'example', 'examples', 'tags', 'headers', 'operationId'])

/** Property names are kept, even those that equal the names of texts. */
function withoutTexts(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || !TEXTS.has(key))
      .map(([key, item]) => [key, withoutTexts(item, key === 'properties' && !areNames)]),
  )
}
