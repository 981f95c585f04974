import type { DistributionView } from '@hissa/contracts/investment'
import { useT } from '../../../i18n/i18n.js'
import { ActionButtons, WithdrawProposal } from '../withdraw-proposal.js'
import { useWithdrawDistributionMutation } from './rent-api.js'
import { useRentRefusal, type RentTask } from './rent.js'

interface DistributionActionsProps {
  userId: string
  distribution: DistributionView
  onTask: (task: RentTask) => void
  inDetail?: boolean
}

/** Offers to decide another person's proposal, or to withdraw one's own. The maker can't decide. */
export function DistributionActions({ userId, distribution, onTask, inDetail = false }: DistributionActionsProps) {
  const t = useT()
  const refusal = useRentRefusal()
  const [withdraw, { isLoading }] = useWithdrawDistributionMutation()
  const { distributionId, state, maker, own, outdated } = distribution
  if (state !== 'proposed') return null
  if (maker === userId) {
    const run = async () => {
      const { error } = await withdraw(distributionId)
      return error && refusal(error)
    }
    return <WithdrawProposal withdraw={run} {...{ isLoading, inDetail }} />
  }
  if (own) return <span className="text-13 text-ink-2">{t('rent.own')}</span>
  const verdicts = outdated ? (['reject'] as const) : (['approve', 'reject'] as const)
  const buttons = verdicts.map((verdict) => ({
    name: verdict,
    text: t(`finance.action.${verdict}`),
    kind: verdict === 'reject' ? ('secondary' as const) : inDetail ? ('primary' as const) : ('soft' as const),
    onClick: () => onTask({ task: 'decide', distribution, verdict }),
  }))
  return <ActionButtons {...{ buttons, inDetail }} />
}
