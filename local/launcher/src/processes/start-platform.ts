import { join } from 'node:path'
import { services, type Service } from '@hissa/messaging/bus'
import type { Say } from '../run/say.js'
import { besideMe, startChild, type Child } from './child.js'
import { serviceEnvs, type Platform } from './service-env.js'

/** The platform's processes: one, or with `--split` one for each service. */
export interface PlatformProcesses {
  /** Resolves when every service was ready for the first time; rejects when one cannot start. */
  ready: Promise<void>
  /** By name: `platform`, or each service. */
  pids(): Record<string, number>
  stop(): Promise<void>
  kill(): void
}

/**
 * Starts the services.
 * @param onChange called when a process was restarted
 */
export function startPlatform(platform: Platform, say: Say, onChange: () => void): PlatformProcesses {
  const children = platform.options.split ? startSplit(platform, say, onChange) : startTogether(platform, say, onChange)
  return {
    ready: Promise.all(Object.values(children).map((child) => child.ready)).then(() => undefined),
    pids: () => Object.fromEntries(Object.entries(children).map(([name, child]) => [name, child.pid()])),
    stop: async () => {
      await children['gateway']?.stop() // The gateway stops first, so that no call reaches a service that is closing.
      await Promise.all(Object.values(children).map((child) => child.stop()))
    },
    kill: () => Object.values(children).forEach((child) => child.kill()),
  }
}

const logFile = (platform: Platform, name: string) => join(platform.options.dataDir, 'logs', `${name}.log`)

function startTogether(platform: Platform, say: Say, onChange: () => void): Record<string, Child> {
  let first = true
  const child = startChild({
    name: 'platform',
    main: besideMe('./platform.js'),
    logFile: logFile(platform, 'platform'),
    env: () => ({}),
    order: () => ({ boot: serviceEnvs(platform) }),
    isReady: (message) => message['allReady'] === true,
    onMessage: (message) => {
      const { ready, ms } = message
      if (first && typeof ready === 'string') say(`${ready} is ready (${Number(ms)} ms)`)
      if (message['allReady']) first = false
    },
    say,
    onChange,
  })
  return { platform: child }
}

function startSplit(platform: Platform, say: Say, onChange: () => void): Record<string, Child> {
  const start = (service: Service) => {
    const child = startChild({
      name: service,
      main: join(platform.options.root, 'services', service, 'dist', 'main.js'),
      logFile: logFile(platform, service),
      env: () => serviceEnvs(platform)[service],
      isReady: (message) => message['ready'] === true,
      say,
      onChange,
    })
    void child.ready.then(
      () => say(`${service} is ready (process ${child.pid()})`),
      () => undefined,
    )
    return [service, child] as const
  }
  return Object.fromEntries(services.map(start))
}
