import { startChainProxy } from '@hissa/chain-proxy'
import { createLogger, createMetrics, loadConfig, runMain } from '@hissa/kernel'
import { freePort, startAnvil } from '@hissa/testing-engines/start'
import * as z from 'zod/mini'
import { localChainId } from '../run/chain.js'
import { startFaultControl } from './fault-control.js'

const host = '0.0.0.0'
const rpcPort = 8545
const controlPort = 8091

const Config = z.object({
  LOG_LEVEL: z._default(z.string(), 'info'),
  /** Addresses of the accounts that have ether, as a list in JSON; their keys are in no volume of this container. */
  CHAIN_ACCOUNTS: z.string(),
})

/** The local chain in a dedicated container: anvil on its loopback, behind the RPC that simulates faults. */
await runMain('chain', async (env) => {
  const config = loadConfig(Config, env)
  const logger = createLogger('chain', config.LOG_LEVEL)
  const metrics = createMetrics('chain', true)
  const accounts = JSON.parse(config.CHAIN_ACCOUNTS) as string[]
  const node = await startAnvil({ dir: '/data/chain', port: await freePort(), chainId: localChainId, accounts })
  let isStopping = false
  // The container is restarted and loads the saved chain.
  void node.exited.then((code) => {
    if (isStopping) return
    logger.fatal({ code }, 'anvil exited')
    process.exit(1)
  })
  const nodeUrl = () => `http://127.0.0.1:${node.port}`
  const proxy = await startChainProxy({ port: rpcPort, host, hosts: ['chain'], nodeUrl })
  const control = await startFaultControl({ chain: proxy }, { port: controlPort, host, logger })
  logger.info('ready')
  return {
    ready: Promise.resolve(),
    drain: async () => {
      isStopping = true
      await Promise.all([proxy.close(), control.close()])
      await node.stop()
    },
    unhealthy: () => Promise.resolve([]),
    metrics: () => metrics.metrics(),
  }
})
