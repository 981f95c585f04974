import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { showToast } from '../../lib/toast.js'
import { Button, type ButtonProps } from '../../ui/button.js'
import { FINANCE_KEYS } from './finance-keys.js'

interface WithdrawProposalProps {
  /** Withdraws the user's own proposal; resolves with the text of a refusal, or nothing. */
  withdraw: () => Promise<string | undefined>
  isLoading: boolean
  inDetail: boolean
}

/** Offers to withdraw the user's own proposal, which another person has to decide. */
export function WithdrawProposal({ withdraw, isLoading, inDetail }: WithdrawProposalProps) {
  const t = useT()
  const run = async () => {
    const refused = await withdraw()
    showToast(refused ? { kind: 'error', text: refused } : { kind: 'success', text: t('finance.done.withdrawn') })
  }
  return (
    <span className={cx('flex w-full flex-col items-start gap-1', !inDetail && 'md:items-end md:text-end')}>
      <Button
        size="s"
        kind="secondary"
        className="max-md:w-full"
        busyText={isLoading && t('finance.sending')}
        onClick={() => void run()}
      >
        {t('finance.action.withdrawProposal')}
      </Button>
      <span className="text-12 text-ink-2 md:whitespace-nowrap">{t('finance.awaitsOther')}</span>
    </span>
  )
}

interface ActionButtonProps {
  name: string
  text: string
  kind: ButtonProps['kind']
  onClick: () => void
}

/** Renders the buttons of a row or of the details; the keys of a decision are announced. */
export function ActionButtons({ buttons, inDetail }: { buttons: readonly ActionButtonProps[]; inDetail: boolean }) {
  return (
    <span className={cx('flex w-full flex-wrap items-center gap-2', !inDetail && 'md:justify-end')}>
      {buttons.map(({ name, text, kind, onClick }) => (
        <Button
          key={name}
          size="s"
          kind={kind}
          className="max-md:flex-auto"
          aria-keyshortcuts={name === 'approve' || name === 'reject' ? FINANCE_KEYS[name] : undefined}
          onClick={onClick}
        >
          {text}
        </Button>
      ))}
    </span>
  )
}
