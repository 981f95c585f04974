import { useChains } from 'wagmi'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDateTime } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Loading, Notice } from '../../../ui/states.js'
import { chainName } from './chains.js'
import type { ConnectDialogProps } from './connect-dialog.js'
import { ConnectedWallet } from './connected-wallet.js'
import { useConnecting } from './use-connecting.js'
import { useProof, type ProofPhase } from './use-proof.js'
import { WalletList } from './wallet-list.js'

const BUSY = {
  message: 'wallet.busy.message',
  signature: 'wallet.busy.signature',
  answer: 'wallet.busy.answer',
} as const satisfies Record<ProofPhase, string>

/** Leads from the choice of a wallet to its signature, and states each problem with what to do about it. */
export function ConnectSteps({ chain, onClose, onSent }: ConnectDialogProps) {
  const t = useT()
  const locale = useLocale()
  const wallet = useConnecting(chain)
  const proof = useProof()
  const problem = proof.problem ?? wallet.problem
  const time = proof.retryAt ? formatDateTime(proof.retryAt, locale) : ''
  const send = async () => {
    wallet.forget()
    if (await proof.send()) onSent()
  }
  const change = () => {
    proof.forget()
    void wallet.leave()
  }
  const actions = {
    reconnecting: null,
    disconnected: null,
    connecting: (
      <Button kind="secondary" onClick={wallet.giveUp}>
        {t('wallet.connect.giveUp')}
      </Button>
    ),
    otherChain: (
      <>
        <Button kind="secondary" onClick={change}>
          {t('wallet.connect.change')}
        </Button>
        <Button busyText={wallet.isSwitching && t('wallet.busy.signature')} onClick={() => void wallet.toChain()}>
          {t('wallet.chain.switch', { chain: chain.name })}
        </Button>
      </>
    ),
    connected: (
      <>
        <Button kind="secondary" aria-disabled={proof.phase !== undefined} onClick={() => !proof.phase && change()}>
          {t('wallet.connect.change')}
        </Button>
        <Button busyText={proof.phase && t(BUSY[proof.phase])} onClick={() => void send()}>
          {t('wallet.connect.sign')}
        </Button>
      </>
    ),
  }[wallet.step]
  return (
    <Dialog open onClose={onClose} title={t('wallet.connect.title')} actions={actions}>
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="bad">{t(problem, { chain: chain.name, id: String(chain.chainId), time })}</Notice>}
        <Step wallet={wallet} chain={chain} message={proof.message} />
      </div>
    </Dialog>
  )
}

interface StepProps {
  wallet: ReturnType<typeof useConnecting>
  chain: ConnectDialogProps['chain']
  message: string | undefined
}

function Step({ wallet, chain, message }: StepProps) {
  const t = useT()
  const chains = useChains()
  const { step, connection, asked } = wallet
  const network = chainName(chains, connection.chainId)
  const connected = <ConnectedWallet name={connection.connector?.name} address={connection.address} network={network} />
  switch (step) {
    case 'reconnecting':
      return <Loading label={t('wallet.connect.reconnecting')} />
    case 'disconnected':
      return <WalletList onChoose={(choice) => void wallet.choose(choice)} />
    case 'connecting':
      return (
        <div role="status" className="flex flex-col gap-1">
          <p className="text-18 text-ink">
            {asked?.name ? t('wallet.connect.confirmIn', { wallet: asked.name }) : t('wallet.connect.confirm')}
          </p>
          <p>{t('wallet.connect.confirmText')}</p>
        </div>
      )
    case 'otherChain':
      return (
        <>
          {connected}
          <Notice tone="warn" title={t('wallet.chain.title')}>
            {network
              ? t('wallet.chain.text', { current: network, chain: chain.name })
              : t('wallet.chain.unknown', { id: String(connection.chainId), chain: chain.name })}
          </Notice>
        </>
      )
    case 'connected':
      return (
        <>
          {connected}
          <Consequences />
          {message && <Message text={message} />}
        </>
      )
  }
}

/** States what changes with an own wallet, before anything is signed. */
function Consequences() {
  const t = useT()
  return (
    <ul className="flex list-disc flex-col gap-2 ps-5">
      <li>{t('wallet.connect.noFee')}</li>
      <li>{t('wallet.connect.moves')}</li>
      <li>{t('wallet.connect.key')}</li>
    </ul>
  )
}

/** Shows the message that the wallet asks the user to sign, to compare the two. */
function Message({ text }: { text: string }) {
  const t = useT()
  return (
    <figure>
      <figcaption className="text-13 text-ink-2">{t('wallet.connect.message')}</figcaption>
      <pre
        dir="ltr"
        tabIndex={0}
        className="mt-1 max-h-40 overflow-auto rounded-s border border-line bg-sunken p-3 text-12 whitespace-pre-wrap wrap-anywhere text-ink"
      >
        {text}
      </pre>
    </figure>
  )
}
