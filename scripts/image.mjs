// Reduces a built project to the contents of one image: `node scripts/image.mjs services
// sandboxes`. It deletes everything else, so run it only in the build of an image. `npm prune` then removes the
// packages that are no longer needed.
import { globSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaces } from './workspaces.mjs'

const ready = 'deploy/images/ready.sh'

/** For each image: its entry packages, its other paths, and the paths that it omits. */
const images = {
  services: { packages: ['services/*'], files: ['web/dist', ready], without: [] },
  // The launcher of containers starts no service and no engine; those run in other containers.
  sandboxes: {
    packages: ['local/launcher'],
    files: [ready],
    without: ['services/*', 'local/docstore', 'libs/testing/engines'],
  },
  docstore: { packages: ['local/docstore'], files: [], without: [] },
  // The sandboxes with anvil, whose program is a dependency of the engines.
  chain: { packages: ['local/launcher'], files: [ready], without: ['services/*', 'local/docstore'] },
}

/** Parts of a package that are not read at run time. */
const notRun = [
  'src',
  'test',
  'test-data',
  'bench',
  'schemas',
  'contracts',
  'scripts',
  'foundry.toml',
  'tsconfig.build.json',
  'THREAT_MODEL.md',
]

const manifestOf = (root, folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const foldersOf = (root, patterns) =>
  globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  ).map(dirname)

/** Returns the folders of the project's packages in an image: the entry packages and their dependencies. */
export function packagesOf(root, image) {
  const { packages, without } = images[image]
  const left = foldersOf(root, without)
  const candidates = foldersOf(root, workspaces(root)).filter((folder) => !left.includes(folder))
  const byName = new Map(candidates.map((folder) => [manifestOf(root, folder).name, folder]))
  const kept = new Set(foldersOf(root, packages))
  for (const folder of kept) {
    for (const name of Object.keys(manifestOf(root, folder).dependencies ?? {})) {
      if (byName.has(name)) kept.add(byName.get(name))
    }
  }
  return [...kept].sort()
}

/**
 * Deletes everything from `root` that the image does not contain. Manifests keep no dependency on a deleted package.
 */
export function reduce(root, image) {
  const packages = packagesOf(root, image)
  const names = packages.map((folder) => manifestOf(root, folder).name)
  const kept = ['package.json', 'package-lock.json', '.npmrc', 'node_modules', ...images[image].files, ...packages]
  removeExcept(root, '', kept)
  for (const folder of packages) {
    for (const part of notRun) rmSync(join(root, folder, part), { recursive: true, force: true })
    const { devDependencies: _, dependencies = {}, ...manifest } = manifestOf(root, folder)
    const needed = Object.entries(dependencies).filter(([name]) => !name.startsWith('@hissa/') || names.includes(name))
    writeManifest(root, folder, { ...manifest, dependencies: Object.fromEntries(needed) })
  }
  // The image has its own Node, and compilers and bundlers are not needed at run time.
  const { dependencies: _, devDependencies: __, scripts: ___, ...manifest } = manifestOf(root, '.')
  writeManifest(root, '.', { ...manifest, workspaces: packages })
}

const writeManifest = (root, folder, manifest) =>
  writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

/** Deletes what is neither kept nor a parent folder of something kept. */
function removeExcept(root, folder, kept) {
  for (const entry of readdirSync(join(root, folder))) {
    const path = folder ? `${folder}/${entry}` : entry
    if (kept.includes(path)) continue
    if (kept.some((wanted) => wanted.startsWith(`${path}/`))) removeExcept(root, path, kept)
    else rmSync(join(root, path), { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [image] = process.argv.slice(2)
  if (!images[image]) throw new Error(`An image is one of ${Object.keys(images).join(', ')}.`)
  reduce(process.cwd(), image)
}
