import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a changed file affects. */
export interface Affected {
  /** Names of services that contain it or depend on its package. */
  services: string[]
  /** Whether the web is built from it. */
  web: boolean
  /** Whether it is part of the launcher, which then has to restart. */
  launcher: boolean
}

interface Package {
  folder: string
  name: string
  dependencies: string[]
}

/** The dependencies between the project's packages, read from their package.json files. */
export class PackageGraph {
  private constructor(private readonly packages: readonly Package[]) {}

  static read(root: string): PackageGraph {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
    const manifests = workspaces.map((folder) => `${folder}/package.json`)
    const files = globSync(manifests, { cwd: root })
    const packages = files.map((file) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string
        dependencies?: Record<string, string>
      }
      return { folder: dirname(file), name, dependencies: Object.keys(dependencies) }
    })
    return new PackageGraph(packages)
  }

  /** Returns what a file (its path from the root) affects; tests, documents and outputs affect nothing. */
  affectedBy(path: string): Affected {
    const changed = this.packages.find(({ folder }) => path.startsWith(`${folder}/`))
    if (!changed || !isSource(path, changed.folder)) return { services: [], web: false, launcher: false }
    const dependents = this.packages.filter((candidate) => this.closureOf(candidate).has(changed))
    const services = dependents.filter(({ folder }) => folder.startsWith('services/')).map(nameOf)
    const launcher = dependents.some(({ folder }) => folder.startsWith('local/'))
    return {
      services,
      web: dependents.some(({ folder }) => folder === 'web'),
      // A package that services use too is replaced there; the launcher's use of it needs no restart. But the launcher
      // makes their environments, from their manifests.
      launcher: isOfManifest(path) || (launcher && services.length === 0 && changed.folder !== 'web'),
    }
  }

  /** Folders of a service and of all project packages that it depends on. */
  foldersOf(service: string): string[] {
    const own = this.packages.find(({ folder }) => folder === `services/${service}`)
    return own ? [...this.closureOf(own)].map(({ folder }) => folder) : []
  }

  private closureOf(start: Package): Set<Package> {
    const closure = new Set([start])
    for (const { dependencies } of closure) {
      for (const candidate of this.packages) if (dependencies.includes(candidate.name)) closure.add(candidate)
    }
    return closure
  }
}

const isOfManifest = (path: string) => /^services\/[^/]+\/src\/(config|manifest)\.ts$/.test(path)
const nameOf = ({ folder }: Package) => folder.slice(folder.indexOf('/') + 1)

function isSource(path: string, folder: string): boolean {
  const inside = path.slice(folder.length + 1)
  if (/\.(spec|d)\.tsx?$/.test(inside) || inside.startsWith('src/containers/')) return false
  if (folder !== 'web') return inside.startsWith('src/')
  return /^(src|public|build)\//.test(inside) || inside === 'vite.config.ts'
}
