import type { ChainView, RelocationView } from '@hissa/contracts/tokenisation'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { explorerPage } from '../../lib/chain.js'
import { cx } from '../../lib/cx.js'
import { formatDateTime } from '../../lib/format.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { ChainName } from '../../ui/chain-name.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Progress } from '../../ui/progress.js'
import { StatusBadge } from '../../ui/status.js'
import { MOVE_KINDS, MOVE_REASONS, MOVE_STATES } from './moves.js'
import { refusalText } from './refusals.js'
import { useWithdrawRelocationMutation } from './wallet-api.js'

const TEXTS: Record<RelocationView['state'], MessageId> = {
  requested: 'wallet.move.requested',
  moving: 'wallet.move.moving',
  completed: 'wallet.move.completed',
  declined: 'wallet.move.declined',
  withdrawn: 'wallet.move.withdrawn',
  cancelled: 'wallet.move.cancelled',
}

/** Shows the user's latest request to move shares: its state, progress and addresses, and how to withdraw it. */
export function MoveCard({ move, chain }: { move: RelocationView; chain: ChainView }) {
  const t = useT()
  const locale = useLocale()
  const { tone, word } = MOVE_STATES[move.state]
  const time = (at: string) => t('tokens.dubai', { time: formatDateTime(at, locale) })
  return (
    <Card className="max-w-[860px] p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-18">{t(MOVE_KINDS[move.kind])}</h2>
        <StatusBadge tone={tone}>{t(word)}</StatusBadge>
      </div>
      <p className="mt-2 max-w-[68ch] text-15 text-ink-2">
        {t(MOVE_REASONS[move.kind])} {t(TEXTS[move.state])}
        {(move.state === 'declined' || move.state === 'cancelled') && (
          <>
            {' '}
            <TextLink to="/contact">{t('wallet.contact')}</TextLink>
          </>
        )}
      </p>
      {move.state === 'moving' && <Moved move={move} />}
      <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-3 text-15">
        <Fact term={t('wallet.move.from')}>
          <Address name={move.from} chain={chain} />
        </Fact>
        <Fact term={t('wallet.move.to')}>
          <Address name={move.to} chain={chain} />
        </Fact>
        <Fact term={t('wallet.move.requestedAt')}>{time(move.requestedAt)}</Fact>
        {move.endedAt && <Fact term={t('wallet.move.endedAt')}>{time(move.endedAt)}</Fact>}
      </dl>
      {move.state === 'requested' && move.kind !== 'recovery' && <Withdraw relocationId={move.relocationId} />}
    </Card>
  )
}

/** Shows how many properties are moved, in words and as a bar; says that the move starts while they aren't counted. */
function Moved({ move: { tokens, tokensMoved } }: { move: RelocationView }) {
  const t = useT()
  const isCounted = tokens > 0
  const text = isCounted ? t('wallet.move.progress', { done: tokensMoved, count: tokens }) : t('wallet.move.starting')
  return (
    <div className={cx('mt-3 flex flex-col gap-1.5', isCounted && 'max-w-[420px]')}>
      <p role="status" className="text-15">
        {text}
      </p>
      {isCounted && <Progress label={text} value={tokensMoved} max={tokens} />}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-ink-2">{term}</dt>
      <dd className="flex min-h-8 items-center max-md:min-h-11">{children}</dd>
    </div>
  )
}

function Address({ name, chain }: { name: string; chain: ChainView }) {
  const t = useT()
  return <ChainName canCopy name={name} label={t('tokens.copy.account')} href={explorerPage(chain, 'address', name)} />
}

function Withdraw({ relocationId }: { relocationId: string }) {
  const t = useT()
  const [withdraw, { isLoading }] = useWithdrawRelocationMutation()
  const run = async () => {
    const { error } = await withdraw(relocationId)
    const refused = error && t(refusalText(error) ?? 'wallet.refused.failed')
    showToast(refused ? { kind: 'error', text: refused } : { kind: 'success', text: t('wallet.move.isWithdrawn') })
  }
  return (
    <Button
      kind="secondary"
      className="mt-4"
      busyText={isLoading && t('wallet.busy.sending')}
      onClick={() => void run()}
    >
      {t('wallet.move.withdraw')}
    </Button>
  )
}
