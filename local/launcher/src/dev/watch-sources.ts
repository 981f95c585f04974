import { watch } from 'chokidar'
import { join, relative, sep } from 'node:path'

const settleMs = 60
const watched = ['libs', 'services', 'web', 'local']
const notSources = /(^|\/)(node_modules|dist|test|bench|\.[^/]+)(\/|$)/

/**
 * Watches the folders of the sources and calls `onChange` with the added, changed or removed paths (from `root`, with
 * `/`), once no more follow for a moment, because a checkout changes many at once. It watches folders, not files,
 * because most editors save by renaming a new file over the old one. Resolves once it detects changes, with the
 * function that stops it.
 */
export async function watchSources(root: string, onChange: (paths: string[]) => void): Promise<() => Promise<void>> {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const pathOf = (file: string) => relative(root, file).split(sep).join('/')
  const watcher = watch(
    watched.map((folder) => join(root, folder)),
    { ignoreInitial: true, ignored: (file) => notSources.test(pathOf(file)) },
  )
  const flush = () => {
    const paths = [...changed]
    changed.clear()
    onChange(paths)
  }
  for (const event of ['add', 'change', 'unlink'] as const) {
    watcher.on(event, (file) => {
      changed.add(pathOf(file))
      clearTimeout(timer)
      timer = setTimeout(flush, settleMs)
    })
  }
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  return async () => {
    clearTimeout(timer)
    await watcher.close()
  }
}
