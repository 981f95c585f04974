import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformGraph } from '@hissa/messaging/bus'
import { manifests } from '../../deploy/local/launcher/src/run/manifests.js'
import { withGraph } from './architecture.js'
import { composeFile } from './compose.js'
import { environmentTable } from './environment.js'

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

/** Returns every generated file. Throws Error when a manifest asks for what containers cannot have. */
export function generated(): Generated[] {
  return [
    entry('docker-compose.yml', (current) => composeFile(current, manifests)),
    entry('docs/reference/environment.md', () => environmentTable(manifests)),
    entry('docs/architecture.md', (current) => withGraph(current, platformGraph(manifests))),
  ]
}

function entry(file: string, textOf: (current: string) => string): Generated {
  const path = join(root, file)
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return { file, path, current, text: textOf(current) }
}
