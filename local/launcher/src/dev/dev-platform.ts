import { freePort } from '@hissa/testing-engines/start'
import { hostsOf } from '@hissa/kernel'
import { join } from 'node:path'
import { services, type Service } from '@hissa/messaging/bus'
import { bindAddress, serviceEnvs, type Platform } from '../processes/service-env.js'
import type { PlatformProcesses } from '../processes/start-platform.js'
import type { Say } from '../run/say.js'
import { startFront, type Front } from './front.js'
import { LiveReload } from './live-reload.js'
import type { PackageGraph } from './package-graph.js'
import { ReplaceableService } from './replaceable-service.js'
import { Spares } from './spares.js'
import { terminalLog } from './terminal-log.js'

/** The platform in development: each service is a process that can be replaced while requests wait. */
export interface DevPlatform extends PlatformProcesses {
  replace(service: string): Promise<void>
  /** Starts a spare process now, so that the next `replace` of the service is fast. */
  prepare(service: string): void
  /** Starts spare processes one after the other, while no request is held. */
  warm(services: readonly string[]): void
  /** Holds requests, for a bounded time, until the returned function is called. */
  hold(): () => void
  /** Reloads open pages. */
  reloadPages(): void
}

const requestWaitMs = 20_000

/**
 * Starts the services behind two fixed addresses, the app's and identity's.
 * @param webDir folder of the built web
 * @param onChange called when a process was restarted
 */
export async function startDevPlatform(
  platform: Platform,
  graph: PackageGraph,
  webDir: string,
  say: Say,
  onChange: () => void,
): Promise<DevPlatform> {
  const pages = new LiveReload()
  const fronts = await startFronts(platform, pages)
  const children = new Map<string, ReplaceableService>(
    services.map((name) => [name, createService(name, { platform, graph, webDir, fronts, say, onChange })]),
  )
  const all = [...children.values()]
  const spares = new Spares((name) => children.get(name)!.prepare())
  const ready = Promise.all(all.map((service) => service.start())).then(() => undefined)
  ready.catch(() => undefined) // the caller may have stopped waiting
  return {
    ready,
    pids: () => Object.fromEntries([...children].map(([name, service]) => [name, service.pid()])),
    replace: (service) => children.get(service)!.replace(),
    prepare: (service) => void children.get(service)?.prepare(),
    warm: (names) => spares.add(names),
    hold: () => {
      const [release, go] = [fronts.gateway.hold(), spares.pause()]
      return () => {
        release()
        go()
      }
    },
    reloadPages: () => pages.reload(),
    stop: async () => {
      pages.close()
      await fronts.gateway.close()
      await children.get('gateway')?.stop() // first, so that no call reaches a closing service
      await Promise.all(all.map((service) => service.stop()))
      await fronts.identity.close()
    },
    kill: () => all.forEach((service) => service.kill()),
  }
}

type Fronts = Record<'gateway' | 'identity', Front>

async function startFronts({ ports, publicUrl, identityPort, env }: Platform, pages: LiveReload): Promise<Fronts> {
  const gateway = await startFront({
    host: bindAddress(env),
    port: ports.app,
    hosts: hostsOf(publicUrl, env['ALLOWED_HOSTS']),
    waitMs: requestWaitMs,
    answer: (request, response) => pages.answer(request, response),
    pageEnd: pages.pageEnd,
    isFirstProxy: true,
  })
  const identity = await startFront({
    host: '127.0.0.1',
    port: identityPort,
    waitMs: requestWaitMs,
    isFirstProxy: false,
  })
  return { gateway, identity }
}

interface Context {
  platform: Platform
  graph: PackageGraph
  webDir: string
  fronts: Fronts
  say: Say
  onChange: () => void
}

function createService(name: Service, { platform, graph, webDir, fronts, say, onChange }: Context): ReplaceableService {
  const { root, dataDir } = platform.options
  const front = name === 'gateway' || name === 'identity' ? fronts[name] : undefined
  return new ReplaceableService({
    name,
    main: join(root, 'services', name, 'dist', 'main.js'),
    folders: graph.foldersOf(name).map((folder) => join(root, folder, 'dist')),
    logFile: join(dataDir, 'logs', `${name}.log`),
    env: (port) => ({ ...serviceEnvs(platform)[name], ...behindFront(name, port, webDir) }),
    isBehindFront: name === 'gateway',
    ...(front && { portOf: freePort, onPort: (port: number | undefined) => front.target(port) }),
    echo: terminalLog(name, (text) => say.plain(text.trimEnd())),
    say,
    onChange,
  })
}

function behindFront(name: Service, port: number | undefined, webDir: string): Record<string, string> {
  if (name === 'identity') return { IDENTITY_PORT: String(port) }
  if (name === 'gateway') return { PORT: String(port), HOST: '127.0.0.1', TRUST_PROXY: '1', WEB_DIST: webDir }
  return {}
}
