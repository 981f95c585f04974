import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformGraph } from '@hissa/messaging/bus'
import { manifests } from '../../local/launcher/src/run/manifests.js'
import { withGraph } from './architecture.js'
import { composeFile } from './compose.js'
import { environmentTable } from './environment.js'
import { kubernetesFiles } from './kubernetes/files.js'
import { dashboardFiles } from './observability/dashboards.js'
import { projectSettings, withProjects } from './nest.js'

const root = join(import.meta.dirname, '../..')

/** A file that is generated from the manifests, in whole or in part. */
export interface Generated {
  /** Path from the root of the project. */
  file: string
  path: string
  /** The expected content. */
  text: string
  /** The current content. */
  current: string
}

/** Returns every generated file. Throws Error if a manifest requires a value that containers do not have. */
export function generated(): Generated[] {
  return [
    entry('docker-compose.yml', (current) => composeFile(current, manifests)),
    entry('docs/reference/environment.md', () => environmentTable(manifests)),
    entry('docs/architecture.md', (current) => withGraph(current, platformGraph(manifests))),
    ...Object.entries(kubernetesFiles(manifests, root)).map(([file, text]) => entry(file, () => text)),
    ...Object.entries(dashboardFiles()).map(([file, text]) => entry(file, () => text)),
    entry('nest-cli.json', (current) => withProjects(current, manifests)),
    ...manifests.map(({ name }) => entry(`services/${name}/tsconfig.build.json`, () => projectSettings)),
  ]
}

function entry(file: string, textOf: (current: string) => string): Generated {
  const path = join(root, file)
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return { file, path, current, text: textOf(current) }
}
