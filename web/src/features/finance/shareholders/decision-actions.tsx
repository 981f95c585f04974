import type { ShareDecisionView } from '@hissa/contracts/tokenisation'
import { useT } from '../../../i18n/i18n.js'
import { ActionButtons, WithdrawProposal } from '../withdraw-proposal.js'
import { useWithdrawShareActionMutation } from './shareholders-api.js'
import type { DeskProps } from './shareholders-page.js'
import { refusalText } from './shareholders.js'

interface DecisionActionsProps extends DeskProps {
  decision: ShareDecisionView
  inDetail?: boolean
}

/** Offers to decide another person's proposal, or to withdraw one's own. The maker can't decide. */
export function DecisionActions({ decision, inDetail = false, ...props }: DecisionActionsProps) {
  const t = useT()
  const [withdraw, { isLoading }] = useWithdrawShareActionMutation()
  const { approvalId, maker, userId } = decision
  if (!props.decides) return <span className="text-13 text-ink-2">{t('shareholders.complianceDecides')}</span>
  if (maker === props.userId) {
    const run = async () => {
      const { error } = await withdraw(approvalId)
      return error && t(refusalText(error))
    }
    return <WithdrawProposal withdraw={run} {...{ isLoading, inDetail }} />
  }
  const verdicts = decision.isStale ? (['reject'] as const) : (['approve', 'reject'] as const)
  const buttons = verdicts.map((verdict) => ({
    name: verdict,
    text: t(`finance.action.${verdict}`),
    kind: verdict === 'reject' ? ('secondary' as const) : inDetail ? ('primary' as const) : ('soft' as const),
    onClick: () => props.onTask({ task: 'decide', userId, decision, verdict }),
  }))
  return <ActionButtons {...{ buttons, inDetail }} />
}
