import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { services } from '@hissa/messaging/bus'
import { besideMe } from '../processes/child.js'
import type { Say } from '../run/say.js'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { busRights } from './bus-rights.js'
import type { DevPlatform } from './dev-platform.js'
import type { PackageGraph } from './package-graph.js'
import { Reloader, type Compiled } from './reloader.js'
import { checkTypes } from './type-check.js'
import { watchSources } from './watch-sources.js'
import type { WebBuilder } from './web-builder.js'

export interface Development {
  root: string
  /** Log file of the type check. */
  logFile: string
  platform: DevPlatform
  graph: PackageGraph
  web: WebBuilder
  bus: LauncherBus
  /** Restarts everything. */
  restart: () => void
}

const run = promisify(execFile)
const dropTimeoutMs = 2_000

/**
 * Watches the sources, serves saved files and runs the type check. Resolves once every save is detected, with the
 * function that ends it.
 */
export async function develop(development: Development, say: Say): Promise<() => Promise<void>> {
  const { root, logFile, platform, graph, web, bus, restart } = development
  const { compileSources } = (await import(pathToFileURL(join(root, 'scripts', 'build.mjs')).href)) as {
    compileSources(paths: string[]): Promise<Compiled>
  }
  const types = checkTypes(root, logFile, (text) => say.plain(text.trimEnd()))
  const reloader = new Reloader({
    affectedBy: (path) => graph.affectedBy(path),
    compile: compileSources,
    buildWeb: (paths) => web.build(paths.some((path) => /^web\/(build\/|vite\.config)/.test(path))),
    replace: (service) => platform.replace(service),
    prepare: (service) => platform.prepare(service),
    warm: (services) => platform.warm(services),
    hold: () => {
      const [release, go] = [platform.hold(), types.pause()]
      return () => {
        release()
        go()
      }
    },
    served: async (services) => {
      if (!services.includes('gateway')) await dropAnswers(bus)
      platform.reloadPages()
    },
    needsNewLauncher: rightsChanged,
    restartLauncher: restart,
    say,
  })
  const stopWatching = await watchSources(root, (paths) => void reloader.changed(paths))
  web.prepare()
  platform.warm(services)
  return async () => {
    reloader.end()
    await types.stop()
    await web.close()
    await stopWatching()
  }
}

/** The gateway caches responses until an event invalidates them, and a new version of a service is not an event. */
async function dropAnswers(bus: LauncherBus): Promise<void> {
  await bus.request('local.gateway.clock', {}, dropTimeoutMs).catch(() => undefined)
}

/** Bus rights are computed from the contracts when the bus starts. */
async function rightsChanged(changed: string[]): Promise<boolean> {
  if (!changed.some((path) => /^libs\/(contracts|messaging\/src\/bus)\//.test(path))) return false
  const { stdout } = await run(process.execPath, [besideMe('../dev/bus-rights.js')])
  return stdout !== busRights()
}
