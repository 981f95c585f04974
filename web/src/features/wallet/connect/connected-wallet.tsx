import { useT } from '../../../i18n/i18n.js'

interface ConnectedWalletProps {
  name: string | undefined
  address: string | undefined
  /** The name of the network that the wallet is on; undefined if it isn't known. */
  network: string | undefined
}

/** Shows the connected wallet and the whole address. It is announced when the account of the wallet changes. */
export function ConnectedWallet({ name, address, network }: ConnectedWalletProps) {
  const t = useT()
  return (
    <div role="status" className="rounded-m border border-line px-4 py-3">
      <p className="text-13 text-ink-2">
        {name ? <bdi>{name}</bdi> : t('wallet.connect.unnamed')}
        {network && (
          <>
            {' · '}
            <bdi>{network}</bdi>
          </>
        )}
      </p>
      <p className="text-15 break-all text-ink">
        <bdi dir="ltr">{address}</bdi>
      </p>
    </div>
  )
}
