import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger, isLocalOnly, type Logger } from '@hissa/kernel'
import { freePort } from '@hissa/testing-engines/start'
import { busUsers, describeRepairs, startBusOperator } from '@hissa/messaging/bus'
import type { OperatorObserver } from '@hissa/messaging/operator'
import { prepareSpeech } from './engines/prepare-speech.js'
import { startEngines, type Engines } from './engines/start-engines.js'
import { startPlatform, type PlatformProcesses } from './processes/start-platform.js'
import { bindAddress, type Platform } from './processes/service-env.js'
import { emptyDataDir, freeMb, openDataDir } from './run/data-dir.js'
import { acquireLock } from './run/lock.js'
import { chainAccess, keepToChain } from './run/chain.js'
import { allChainKeys, allKeys } from './run/manifests.js'
import type { Options } from './run/options.js'
import { choosePorts, isPortFree, type Ports } from './run/ports.js'
import { makePrivate, writePrivately } from './run/private-files.js'
import { markProcess } from './run/processes.js'
import { cleanUpKilledRun, removeRunFile, writeRunFile } from './run/run-file.js'
import type { Say } from './run/say.js'
import { FRESH_START, loadSecrets } from './run/secrets.js'
import { useDemoPassword } from './seed/accounts.js'
import { checkSettings, describeUnused } from './run/settings.js'
import { connectLauncherBus, type LauncherBus } from './sandbox/bus-state.js'
import { readChain } from './sandbox/chain-state.js'
import { SandboxClock } from './sandbox/clock.js'
import { Faults } from './sandbox/faults.js'
import { startSandboxes, type Sandboxes } from './sandbox/sandboxes.js'
import { startSandbox } from './sandbox/server.js'
import { demoIdentity, demoInvestor } from './seed/demo-investor.js'
import { sampleIdentityCases } from './seed/sample-cases.js'
import { sampleInvestors } from './seed/sample-investors.js'
import { endSamplePast, sampleAccounts, samplePast, samplePastClock, samplePastEvents } from './seed/sample-past.js'
import { seed, serviceSeeds, type SeedStep } from './seed/seed.js'

type Env = Readonly<Record<string, string | undefined>>

/** The running parts of this start. */
export interface Launched {
  urls: Record<string, string>
  publicUrl: string
  bus: LauncherBus
  sandboxes: Sandboxes
  platform: PlatformProcesses
  /** With `--dev`: watches the sources and serves saved files; resolves with the reason for which it ends. */
  develop?: (restart: () => void) => Promise<() => Promise<void>>
}

/** The cleanups of the started parts, run in reverse order. */
export class Cleanups {
  private readonly steps: (() => Promise<void> | void)[] = []
  private platform: PlatformProcesses | undefined

  add(step: () => Promise<void> | void): void {
    this.steps.push(step)
  }

  /** Registers the processes that a forced end kills immediately; engines end by their guards. */
  forced(platform: PlatformProcesses): void {
    this.platform = platform
  }

  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) await step()
  }

  kill(): void {
    this.platform?.kill()
  }
}

const lowDiskMb = 100
const diskCheckMs = 30_000

/**
 * Starts engines, sandboxes and services on this data folder and waits until all are ready. The first start also
 * creates the sample data. Every part is added to `cleanups` as soon as it is started, so that a start that fails or is
 * interrupted stops exactly those parts.
 * @throws ConfigError with every wrong setting; UserError with a message for what the user can fix
 */
export async function launch(options: Options, env: Env, say: Say, cleanups: Cleanups): Promise<Launched> {
  checkSettings(env)
  const unused = describeUnused(env)
  if (unused) say(unused)
  await takeDataDir(options, say, cleanups)
  keepToChain(options.dataDir, env)
  const logger = openLog(options.dataDir, env['LOG_LEVEL'] ?? 'info', cleanups)
  const { ports, notes } = await choosePorts(env, isPortFree)
  notes.forEach((note) => say(note))
  const publicUrl = (env['PUBLIC_URL'] ?? `http://localhost:${ports.app}`).replace(/\/+$/, '')
  const isLocal = isLocalOnly(bindAddress(env), publicUrl)
  const secrets = loadSecrets(options.dataDir, busUsers, allKeys, allChainKeys, !isLocal)
  useDemoPassword(secrets.demoPassword)
  const record = createRecord(options, ports)

  void prepareSpeech(options, env, say)
  const engines = await startEngines({ options, secrets, env, say, onChange: () => record.write() })
  cleanups.add(() => engines.stop())
  record.engines = engines
  const bus = await connectLauncherBus(engines.natsUrlFor('launcher'))
  cleanups.add(() => bus.close())
  const operator = await startBusOperator(engines.natsUrlFor('operator'), observeBus(say, logger))
  cleanups.add(() => operator.stop())
  const sandboxes = await startSandboxes(options, ports, secrets, env, engines, logger)
  cleanups.add(() => sandboxes.close())

  const chain = chainAccess(env, sandboxes.chainUrl ?? '', secrets.chainKeys)

  const clock = new SandboxClock(options.dataDir, () => bus)
  const faults = new Faults(sandboxes, () => engines)
  const { mailUrl: mail, paymentsUrl: payments, bankUrl: bank } = sandboxes
  const links = { app: publicUrl, mail, payments, bank, freshStart: FRESH_START }
  const page = await startSandbox({
    links,
    clock,
    faults,
    bus: () => bus,
    chain: () => readChain(chain.rpcUrl, sandboxes.chainUrl ?? new URL(chain.rpcUrl).origin),
    clockRefused: sandboxes.clockRefused,
    logger,
  })
  cleanups.add(() => page.close())
  cleanups.add(() => faults.clear()) // before anything is stopped, because a paused process handles no signal

  const settings: Platform = {
    options,
    ports,
    publicUrl,
    secrets,
    chain,
    engines,
    env,
    identityPort: await freePort(),
    sandboxUrl: page.url,
    smtpUrl: sandboxes.smtpUrl,
    stripe: sandboxes.stripe,
    bankUrl: sandboxes.bankUrl,
    clockOffsetMs: () => clock.offset(),
  }
  const { platform, develop } = await startServices(settings, bus, say, () => record.write())
  cleanups.add(() => platform.stop())
  cleanups.forced(platform)
  record.platform = platform
  record.urls = runUrls(publicUrl, isLocal, sandboxes, engines)
  record.write()
  await platform.ready
  const steps = seedSteps(bus, sandboxes, ports, env['SAMPLE_DATA'] === 'short' ? undefined : () => clock.offset())
  const isSeeded = await seed(options.dataDir, steps.first, say)
  if (!isSeeded && steps.later.length > 0) await endSamplePast(bus, clock.offset())
  record.ready = true
  record.write()
  if (steps.later.length > 0) void seed(options.dataDir, [...steps.first, ...steps.later], say)
  return { urls: record.urls, publicUrl, bus, sandboxes, platform, ...(develop && { develop }) }
}

async function startServices(
  settings: Platform,
  bus: LauncherBus,
  say: Say,
  onChange: () => void,
): Promise<Pick<Launched, 'platform' | 'develop'>> {
  if (!settings.options.dev) return { platform: startPlatform(settings, say, onChange) }
  const { startDevelopment } = await import('./dev/start-development.js')
  return startDevelopment(settings, bus, say, onChange)
}

async function takeDataDir({ dataDir, fresh }: Options, say: Say, cleanups: Cleanups): Promise<void> {
  writePrivately()
  openDataDir(dataDir)
  const lock = acquireLock(dataDir)
  cleanups.add(() => lock.release())
  const cleaned = await cleanUpKilledRun(dataDir)
  if (cleaned ?? lock.wasStale) say(cleaned ?? 'The previous run was killed: removed its lock')
  if (fresh) {
    emptyDataDir(dataDir)
    say(`Emptied ${dataDir}`)
  }
  makePrivate(dataDir)
  cleanups.add(() => removeRunFile(dataDir))
  const timer = setInterval(() => {
    if (freeMb(dataDir) < lowDiskMb) say(`The disk is almost full: less than ${lowDiskMb} MB where ${dataDir} is`)
  }, diskCheckMs)
  cleanups.add(() => clearInterval(timer))
}

/** Opens the log of the launcher, its sandboxes and its bus operator, in the format of the services' logs. */
function openLog(dataDir: string, level: string, cleanups: Cleanups): Logger {
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const file = createWriteStream(join(dataDir, 'logs', 'launcher.log'), { flags: 'a', mode: 0o600 })
  cleanups.add(() => void file.end())
  return createLogger('launcher', level, file)
}

/** Checks that fail while the bus restarts are only logged; lost streams and consumers are printed too. */
const observeBus = (say: Say, logger: Logger): OperatorObserver => ({
  repaired: (repairs, isFirst) => {
    if (isFirst) return logger.info({ repairs }, 'streams and consumers were created')
    logger.error({ repairs }, 'lost streams and consumers were recreated')
    say(`The bus had lost ${describeRepairs(repairs)}: recreated`)
  },
  failed: (error) => logger.warn({ err: error }, 'streams and consumers could not be checked'),
})

/**
 * Returns the steps before the platform is ready, and those after it. Investors pay and verify their identity through
 * the sandboxes, so there are none with a real Stripe.
 * @param offsetMs offset of the sandbox's clock; undefined if two properties need no past (`SAMPLE_DATA=short`)
 */
function seedSteps(
  bus: LauncherBus,
  { mailUrl, paymentsUrl }: Sandboxes,
  ports: Ports,
  offsetMs: (() => number) | undefined,
): { first: SeedStep[]; later: SeedStep[] } {
  const [accounts, catalogue] = serviceSeeds(bus)
  if (!mailUrl || !paymentsUrl) return { first: [accounts, catalogue], later: [] }
  const baseUrl = `http://localhost:${ports.app}`
  const demo = demoInvestor(baseUrl, mailUrl)
  const areMany = offsetMs !== undefined
  const people = [sampleInvestors(bus, baseUrl, mailUrl, { areMany }), sampleIdentityCases(bus, baseUrl, mailUrl)]
  if (!offsetMs) return { first: [accounts, catalogue, demo, ...people], later: [] }
  const past = samplePast({ bus, offsetMs, baseUrl, mailUrl })
  const first = [samplePastClock(bus), accounts, sampleAccounts(bus), demoIdentity(baseUrl, mailUrl), past]
  return { first: [...first, { ...catalogue, after: [past.name] }], later: [samplePastEvents(bus), demo, ...people] }
}

const runUrls = (
  publicUrl: string,
  hasSandbox: boolean,
  { mailUrl, smtpUrl, paymentsUrl, bankUrl, chainUrl }: Sandboxes,
  engines: Engines,
) => ({
  app: publicUrl,
  ...(hasSandbox && { sandbox: `${publicUrl}/sandbox` }),
  ...(mailUrl && { mail: mailUrl }),
  ...(paymentsUrl && { payments: paymentsUrl }),
  ...(bankUrl && { bank: bankUrl }),
  ...(chainUrl && { chain: chainUrl }),
  smtp: smtpUrl,
  mongodb: engines.mongodbUri,
  nats: engines.natsUrlFor('launcher'),
  redis: engines.redisUrl,
})

/** Creates the writer of `run.json`, called whenever a process id changes. */
function createRecord(options: Options, ports: Ports) {
  const startedAt = new Date().toISOString()
  return {
    engines: undefined as Engines | undefined,
    platform: undefined as PlatformProcesses | undefined,
    urls: {} as Record<string, string>,
    ready: false,
    write(): void {
      const { engines, platform, urls, ready } = this
      const started = { store: engines?.store, nats: engines?.bus, redis: engines?.redis, anvil: engines?.chain }
      const own = Object.entries(started).flatMap(([name, engine]) =>
        engine ? [[name, engine.current()] as const] : [],
      )
      const enginePids = own.map(([name, engine]) => [engine.name === 'docstore' ? 'docstore' : name, engine.pid()])
      const pids = { launcher: process.pid, ...platform?.pids(), ...Object.fromEntries(enginePids) } as Record<
        string,
        number
      >
      const marks = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, markProcess(pid)]))
      const enginePorts = Object.fromEntries(own.map(([name, engine]) => [name, engine.port]))
      const { split, dataDir } = options
      writeRunFile(dataDir, { startedAt, ready, split, urls, ports: { ...ports, ...enginePorts }, pids, marks })
    },
  }
}
