import type { ChainView } from '@hissa/contracts/tokenisation'
import { createConfig, createStorage, injected, unstable_connector, type Config } from 'wagmi'
import { chainsFor } from './chains.js'

const PREFIX = 'hissa.wallet'

/** The browser's storage without the connections, which contain addresses. It keeps which wallet was used last. */
const keptInBrowser = {
  getItem: (key: string) => (isConnections(key) ? null : readStored(key)),
  setItem: (key: string, value: string) => {
    if (!isConnections(key)) tryStorage((storage) => storage.setItem(key, value))
  },
  removeItem: (key: string) => tryStorage((storage) => storage.removeItem(key)),
}

const isConnections = (key: string) => key === `${PREFIX}.store`

function readStored(key: string): string | null {
  let value: string | null = null
  tryStorage((storage) => (value = storage.getItem(key)))
  return value
}

/** Without a storage, the wallet that was used last isn't known. */
function tryStorage(act: (storage: Storage) => void): void {
  try {
    act(localStorage)
  } catch {
    // blocked by the browser, or full
  }
}

const configs = new Map<number, Config>()

/**
 * Returns the wallets of this browser for the deployment's chain, one configuration for each chain. Wallets announce
 * themselves (EIP-6963); `injected` is for older ones. Requests go through the wallet, never to a node.
 */
export function walletConfig(chain: ChainView): Config {
  const known = configs.get(chain.chainId)
  if (known) return known
  const chains = chainsFor(chain)
  const config: Config = createConfig({
    chains,
    connectors: [injected()],
    transports: Object.fromEntries(chains.map(({ id }) => [id, unstable_connector(injected)])),
    storage: createStorage({ key: PREFIX, storage: keptInBrowser }),
    ssr: false,
  })
  configs.set(chain.chainId, config)
  return config
}
