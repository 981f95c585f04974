import { join } from 'node:path'
import type { Platform } from '../processes/service-env.js'
import type { Say } from '../run/say.js'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { startDevPlatform, type DevPlatform } from './dev-platform.js'
import { develop } from './develop.js'
import { PackageGraph } from './package-graph.js'
import { WebBuilder } from './web-builder.js'

/** Starts the services for development; `develop` then watches their sources. */
export async function startDevelopment(
  settings: Platform,
  bus: LauncherBus,
  say: Say,
  onChange: () => void,
): Promise<{ platform: DevPlatform; develop: (restart: () => void) => Promise<() => Promise<void>> }> {
  const { root, dataDir } = settings.options
  const logFile = join(dataDir, 'logs', 'types.log')
  const graph = PackageGraph.read(root)
  const web = new WebBuilder(root, join(dataDir, 'dev-web'))
  web.copyBuilt()
  const platform = await startDevPlatform(settings, graph, web.dir, say, onChange)
  return { platform, develop: (restart) => develop({ root, logFile, platform, graph, web, bus, restart }, say) }
}
