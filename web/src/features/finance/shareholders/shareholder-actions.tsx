import type { ShareAction, ShareholderView } from '@hissa/contracts/tokenisation'
import { useT } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { StatusBadge } from '../../../ui/status.js'
import { DecisionActions } from './decision-actions.js'
import type { DeskProps } from './shareholders-page.js'

type Props = DeskProps & { shareholder: ShareholderView }

/** Offers what the user may do now: decide or withdraw proposals, and propose. Explains why nothing is offered. */
export function ShareholderActions({ shareholder, ...props }: Props) {
  const t = useT()
  const { own, decisions } = shareholder
  if (own) return <Text text={t('shareholders.own')} />
  const pending = decisions.filter(({ state }) => state === 'pending')
  return (
    <>
      {pending.map((decision) => (
        <span key={decision.approvalId} className="flex w-full flex-col items-start gap-2 text-13 text-ink-2">
          <StatusBadge tone="warn">{t('finance.state.proposed')}</StatusBadge>
          {decision.isStale && <span>{t('shareholders.staleText')}</span>}
          <span className="text-ink">{t(`shareholders.action.${decision.action.type}`)}</span>
          <span className="wrap-anywhere">
            <bdi>{decision.reason}</bdi>
          </span>
          <DecisionActions inDetail decision={decision} {...props} />
        </span>
      ))}
      {props.decides ? <Proposals {...{ shareholder }} {...props} /> : <Text text={t('shareholders.onlyCompliance')} />}
    </>
  )
}

const Text = ({ text }: { text: string }) => <span className="text-13 text-ink-2">{text}</span>

/** Offers the proposals about the whole shareholder; those about one freeze or request are beside it. */
function Proposals({ shareholder: { userId, actions, decisions }, onTask }: Props) {
  const t = useT()
  const freezes = actions.filter(({ type }) => type === 'freeze')
  const recoveries = actions.filter(({ type }) => type === 'recover')
  const open = (options: readonly ShareAction[]) =>
    onTask({ task: 'propose', userId, options: options as [ShareAction, ...ShareAction[]] })
  if (freezes.length + recoveries.length === 0) {
    if (decisions.some(({ state }) => state === 'pending')) return null
    return <Text text={t(actions.length > 0 ? 'shareholders.actionsBelow' : 'finance.noActions')} />
  }
  return (
    <span className="flex w-full flex-wrap gap-2">
      {freezes.length > 0 && (
        <Button size="s" kind="secondary" className="max-md:flex-1" onClick={() => open(freezes)}>
          {t('shareholders.action.freeze')}
        </Button>
      )}
      {recoveries.length > 0 && (
        <Button size="s" kind="danger" className="max-md:flex-1" onClick={() => open(recoveries)}>
          {t('shareholders.action.recover')}
        </Button>
      )}
    </span>
  )
}
