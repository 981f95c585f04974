import { createLogger, createMetrics, isLocalOnly, loadConfig, runMain, type Logger } from '@hissa/kernel'
import * as z from 'zod/mini'
import type { Say } from '../run/say.js'
import { connectLauncherBus, type LauncherBus } from '../sandbox/bus-state.js'
import { readChain } from '../sandbox/chain-state.js'
import { SandboxClock } from '../sandbox/clock.js'
import { Faults } from '../sandbox/faults.js'
import { startSandbox } from '../sandbox/server.js'
import { demoInvestor } from '../seed/demo-investor.js'
import { sampleIdentityCases } from '../seed/sample-cases.js'
import { sampleInvestors } from '../seed/sample-investors.js'
import { seed, serviceSeeds } from '../seed/seed.js'
import { whereToGo } from '../seed/where-to-go.js'
import { remoteFaulty } from './fault-control.js'

const dataDir = '/data/launcher'
const sandboxPort = 8060

const Config = z.object({
  LOG_LEVEL: z._default(z.string(), 'info'),
  NATS_URL: z.string(),
  /** Where the product is published. */
  BIND_ADDRESS: z._default(z.string(), '127.0.0.1'),
  /** Addresses of the other containers from this one. */
  APP_URL: z.url(),
  MAIL_URL: z.url(),
  PAYMENTS_URL: z.url(),
  FAULT_CONTROL_URL: z.url(),
  CHAIN_URL: z.url(),
  CHAIN_CONTROL_URL: z.url(),
  /** Public addresses of the same parts. */
  PUBLIC_URL: z.url(),
  MAIL_PUBLIC_URL: z.url(),
  PAYMENTS_PUBLIC_URL: z.url(),
  BANK_PUBLIC_URL: z.url(),
  CHAIN_PUBLIC_URL: z.url(),
})
type Config = z.output<typeof Config>

/**
 * The launcher's tasks besides starting processes, once all services are ready: it creates the sample data, serves
 * `/sandbox` with the clock and the fault switches, and prints the addresses. It is ready once the sample data exists.
 */
await runMain('launcher', async (env) => {
  const config = loadConfig(Config, env)
  const logger = createLogger('launcher', config.LOG_LEVEL)
  const metrics = createMetrics('launcher', true)
  const bus = await connectLauncherBus(config.NATS_URL)
  const page = isLocalOnly(config.BIND_ADDRESS, config.PUBLIC_URL) ? await startPage(config, bus, logger) : undefined
  let seeded = false
  const ready = makeSampleData(config, bus, logger).then(() => {
    seeded = true
    process.stdout.write(`${goTo(config)}\n`)
  })
  return {
    ready,
    drain: async () => {
      await page?.close()
      await bus.close()
    },
    unhealthy: () => Promise.resolve(seeded ? [] : ['sample data']),
    metrics: () => metrics.metrics(),
  }
})

function startPage(config: Config, bus: LauncherBus, logger: Logger) {
  const remote = (target: 'email' | 'payments') => remoteFaulty(config.FAULT_CONTROL_URL, target, logger)
  const chain = remoteFaulty(config.CHAIN_CONTROL_URL, 'chain', logger)
  // Engines run in other containers, which this process cannot stop or slow down.
  const faults = new Faults({ email: remote('email'), payments: remote('payments'), chain }, () => undefined)
  return startSandbox({
    host: '0.0.0.0',
    hosts: ['launcher'],
    port: sandboxPort,
    links: {
      app: config.PUBLIC_URL,
      mail: config.MAIL_PUBLIC_URL,
      payments: config.PAYMENTS_PUBLIC_URL,
      bank: config.BANK_PUBLIC_URL,
      freshStart: 'docker compose down -v && docker compose up',
    },
    clock: new SandboxClock(dataDir, () => bus),
    faults,
    bus: () => bus,
    chain: () => readChain(config.CHAIN_URL, config.CHAIN_PUBLIC_URL),
    clockRefused: null,
    logger,
  })
}

async function makeSampleData(config: Config, bus: LauncherBus, logger: Logger): Promise<void> {
  const say: Say = Object.assign((line: string) => logger.info(line), { plain: (text: string) => logger.info(text) })
  const { APP_URL: app, MAIL_URL: mail, PAYMENTS_URL: payments } = config
  const people = [
    demoInvestor(app, mail, payments),
    sampleInvestors(bus, app, mail, { paymentsUrl: payments }),
    sampleIdentityCases(bus, app, mail),
  ]
  const steps = [...serviceSeeds(bus), ...people]
  // The container is restarted and resumes where this start stopped.
  if (!(await seed(dataDir, steps, say))) throw new Error('the sample data is incomplete')
}

function goTo(config: Config): string {
  return whereToGo({
    app: config.PUBLIC_URL,
    sandbox: isLocalOnly(config.BIND_ADDRESS, config.PUBLIC_URL) ? `${config.PUBLIC_URL}/sandbox` : undefined,
    mail: config.MAIL_PUBLIC_URL,
    payments: config.PAYMENTS_PUBLIC_URL,
    bank: config.BANK_PUBLIC_URL,
    chain: config.CHAIN_PUBLIC_URL,
    logs: 'docker compose logs',
    stop: 'docker compose down stops it; docker compose down -v also removes its data.',
  })
}
