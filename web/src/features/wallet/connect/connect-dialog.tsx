import type { ChainView } from '@hissa/contracts/tokenisation'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { ConnectSteps } from './connect-steps.js'
import { walletConfig } from './wallet-config.js'

export interface ConnectDialogProps {
  chain: ChainView
  onClose: () => void
  /** Called once the request is sent. */
  onSent: () => void
}

/** Holds nothing of the API, only what the wallet library itself asks a wallet. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: 3, gcTime: 5 * 60_000 } } })

/**
 * Connects a wallet of this browser and proves that it is the user's. Loaded when it is opened, because the wallet
 * libraries are as large as the rest of the page.
 */
export function ConnectDialog(props: ConnectDialogProps) {
  return (
    <WagmiProvider config={walletConfig(props.chain)}>
      <QueryClientProvider client={queries}>
        <ConnectSteps {...props} />
      </QueryClientProvider>
    </WagmiProvider>
  )
}
