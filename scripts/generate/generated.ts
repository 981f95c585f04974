import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withGraph } from './architecture.js'
import { platformGraph } from './platform-graph.js'

const root = join(import.meta.dirname, '../..')

/** A file that is made from the manifests, in whole or in part. */
export interface Generated {
  /** From the root of the project. */
  file: string
  path: string
  /** What it must contain. */
  text: string
  /** What it contains. */
  current: string
}

/** Returns every generated file. */
export function generated(): Generated[] {
  return [entry('docs/architecture.md', (current) => withGraph(current, platformGraph()))]
}

function entry(file: string, textOf: (current: string) => string): Generated {
  const path = join(root, file)
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return { file, path, current, text: textOf(current) }
}
