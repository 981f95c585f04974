import { useT } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { Tag } from '../../../ui/status.js'
import { lookAgain, useWallets, type WalletChoice } from './wallets.js'

/** Lists the wallets of this browser, the most recently used first, or says how to get one. */
export function WalletList({ onChoose }: { onChoose: (choice: WalletChoice) => void }) {
  const t = useT()
  const wallets = useWallets()
  if (wallets.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-18 text-ink">{t('wallet.connect.none')}</p>
        <p>{t('wallet.connect.noneText')}</p>
        <Button kind="secondary" onClick={lookAgain}>
          {t('wallet.connect.lookAgain')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <p>{t('wallet.connect.text')}</p>
      <ul aria-label={t('wallet.connect.wallets')} className="divide-y divide-line border-y border-line">
        {wallets.map((choice) => (
          <li key={choice.connector.uid}>
            <Wallet choice={choice} onChoose={() => onChoose(choice)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Wallet({ choice: { name, icon, isLatest }, onChoose }: { choice: WalletChoice; onChoose: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-14 w-full items-center gap-3 py-2 text-start text-15 text-ink -outline-offset-2 hover:bg-sunken"
    >
      <span className="flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-s border border-line">
        {icon ? <img src={icon} alt="" width={32} height={32} className="size-8" /> : <Icon name="lock" size={16} />}
      </span>
      <span className="min-w-0 flex-1 truncate">{name ? <bdi>{name}</bdi> : t('wallet.connect.unnamed')}</span>
      {isLatest && <Tag>{t('wallet.connect.latest')}</Tag>}
      <Icon name="chevron-end" size={16} className="text-ink-2" />
    </button>
  )
}
