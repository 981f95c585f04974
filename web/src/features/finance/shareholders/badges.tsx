import type { ShareholderRow, StaffRelocationView } from '@hissa/contracts/tokenisation'
import { useT } from '../../../i18n/i18n.js'
import { StatusBadge } from '../../../ui/status.js'
import { MOVE_TONES } from './shareholders.js'

type Facts = Pick<ShareholderRow, 'isCustodial' | 'isFrozen' | 'isRegistered' | 'isListed'> & { isSuspended?: true }

/** Shows who holds the key of a shareholder's address, and what is wrong with it. */
export function ShareholderBadges({ shareholder }: { shareholder: Facts }) {
  const t = useT()
  const { isCustodial, isFrozen, isRegistered, isListed, isSuspended } = shareholder
  return (
    <>
      <StatusBadge tone={isCustodial ? 'neutral' : 'info'}>
        {t(isCustodial ? 'shareholders.custody' : 'shareholders.ownWallet')}
      </StatusBadge>
      {isFrozen && <StatusBadge tone="bad">{t('shareholders.frozen')}</StatusBadge>}
      {isListed && <StatusBadge tone="bad">{t('shareholders.listed')}</StatusBadge>}
      {isSuspended && <StatusBadge tone="bad">{t('shareholders.suspended')}</StatusBadge>}
      {!isRegistered && <StatusBadge tone="warn">{t('shareholders.notRegistered')}</StatusBadge>}
    </>
  )
}

/** Shows the state of a request or a move; while it moves, how far it is, and why the chain refuses its next step. */
export function MoveState({ move: { state, tokens, tokensMoved, refusal } }: { move: StaffRelocationView }) {
  const t = useT()
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <StatusBadge tone={MOVE_TONES[state]}>
        {state === 'moving' && tokens > 0
          ? t('shareholders.moved', { done: tokensMoved, count: tokens })
          : t(`shareholders.move.${state}`)}
      </StatusBadge>
      {refusal && (
        <StatusBadge tone="bad">
          {t('shareholders.stuck', { reason: refusal.reason, count: refusal.count })}
        </StatusBadge>
      )}
    </span>
  )
}
