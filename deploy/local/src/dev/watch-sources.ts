import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlatformProcesses } from '../processes/start-platform.js'
import type { Say } from '../run/say.js'

const settleMs = 150
const watched = ['libs', 'services', 'web/src']

/** What a changed file asks for: `web` is built again for a source of the web or of what it shares. */
export function whatChanged(path: string): { services: boolean; web: boolean } {
  const isSource = /(^|\/)src\//.test(path) && !/\.spec\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path)
  const shared = /^libs\/(contracts|money)\//.test(path)
  const isWeb = path.startsWith('web/')
  return { services: isSource && !isWeb, web: isSource && (isWeb || shared) }
}

/**
 * Builds and restarts the services when one of their sources is saved, and the web when one of its own is; browsers
 * get the new files on their next load. Returns what ends it.
 */
export function watchSources(root: string, platform: PlatformProcesses, say: Say): () => void {
  const pending = { services: false, web: false }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const rebuild = () => {
    const { services, web } = { ...pending }
    Object.assign(pending, { services: false, web: false })
    working = working.then(() => apply(root, platform, { services, web }, say))
  }
  const watchers = watched.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      const changed = whatChanged(`${folder}/${file ?? ''}`)
      if (!changed.services && !changed.web) return
      pending.services ||= changed.services
      pending.web ||= changed.web
      clearTimeout(timer)
      timer = setTimeout(rebuild, settleMs)
    }),
  )
  say('Watching sources: services restart and the web is built again when a file is saved')
  return () => {
    clearTimeout(timer)
    watchers.forEach((watcher) => watcher.close())
  }
}

async function apply(
  root: string,
  platform: PlatformProcesses,
  changed: { services: boolean; web: boolean },
  say: Say,
): Promise<void> {
  const startedAt = performance.now()
  try {
    if (changed.services) {
      const url = pathToFileURL(join(root, 'scripts', 'build.mjs')).href
      const { build } = (await import(url)) as { build(): Promise<number> }
      await build()
    }
    if (changed.web) await buildWeb(root)
  } catch (error) {
    say(`Does not build, the old version stays: ${(error as Error).message}`)
    return
  }
  await platform.restart() // the gateway keeps the web's server entry in memory, so it restarts for either
  say(`Restarted with the change (${Math.round(performance.now() - startedAt)} ms)`)
}

function buildWeb(root: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'build-web.mjs')], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the web; see above'))))
  })
}
