import { useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { Card, DefinitionList } from '../../../ui/layout.js'
import { Money } from '../../../ui/money.js'
import { When } from '../../../ui/when.js'
import { DecisionDialog } from '../decision-dialog.js'
import { Person } from '../people.js'
import { ActionButtons, WithdrawProposal } from '../withdraw-proposal.js'
import {
  type Payouts,
  payoutsRefusal,
  useDecidePaymentFileMutation,
  useProposePaymentFileMutation,
  useWithdrawPaymentFileMutation,
} from './payouts-api.js'

type Act = 'propose' | 'approve' | 'reject'
interface NextFileProps extends Pick<Payouts, 'ready' | 'pending'> {
  userId: string
}

/** The next payment file: proposed by one person, approved by another. */
export function NextFile({ userId, ready, pending }: NextFileProps) {
  const t = useT()
  const [act, setAct] = useState<Act | null>(null)
  const [withdraw, { isLoading }] = useWithdrawPaymentFileMutation()
  const shown = pending ?? ready
  const isOwn = pending?.maker === userId
  const withdrawOwn = async () => {
    const { error } = await withdraw(pending!.approvalId)
    return error ? t(payoutsRefusal(error)) : undefined
  }
  const button = (name: Act, kind: 'primary' | 'danger') => ({
    ...{ name, kind, text: t(`payouts.act.${name}`), onClick: () => setAct(name) },
  })
  return (
    <Card className="flex flex-col gap-3 px-5 py-4">
      <h3 className="text-18">{t(pending ? 'payouts.proposed' : 'payouts.next')}</h3>
      <DefinitionList
        dense
        facts={[
          { term: t('payouts.payments'), value: shown.payments },
          { term: t('payouts.total'), value: <Money fils={shown.totalFils} decimals={2} /> },
          ...(pending
            ? [
                { term: t('payouts.maker'), value: <Person id={pending.maker} /> },
                { term: t('payouts.column.requested'), value: <When at={pending.requestedAt} /> },
                { term: t('finance.field.reason'), value: <bdi>{pending.reason}</bdi> },
              ]
            : []),
        ]}
      />
      {isOwn ? (
        <WithdrawProposal withdraw={withdrawOwn} isLoading={isLoading} inDetail />
      ) : pending ? (
        <ActionButtons buttons={[button('approve', 'primary'), button('reject', 'danger')]} inDetail />
      ) : ready.payments > 0 ? (
        <ActionButtons buttons={[button('propose', 'primary')]} inDetail />
      ) : (
        <p className="text-13 text-ink-2">{t('payouts.refused.none')}</p>
      )}
      {act && <Decide {...{ act, shown, approvalId: pending?.approvalId }} onClose={() => setAct(null)} />}
    </Card>
  )
}

interface DecideProps {
  act: Act
  shown: Payouts['ready']
  approvalId: string | undefined
  onClose: () => void
}

function Decide({ act, shown, approvalId, onClose }: DecideProps) {
  const t = useT()
  const [propose, proposed] = useProposePaymentFileMutation()
  const [decide, decided] = useDecidePaymentFileMutation()
  const isProposal = act === 'propose'
  const { error, isLoading } = isProposal ? proposed : decided
  const send = async (reason: string) => {
    const { data } = isProposal
      ? await propose({ reason })
      : await decide({ approvalId: approvalId!, verdict: act, reason })
    return data !== undefined
  }
  return (
    <DecisionDialog
      title={t(`payouts.act.${act}`)}
      explanation={t(`payouts.explain.${act}`)}
      draft={`payouts:${act}:${approvalId ?? 'next'}`}
      about={
        <DefinitionList
          dense
          facts={[
            { term: t('payouts.payments'), value: shown.payments },
            { term: t('payouts.total'), value: <Money fils={shown.totalFils} decimals={2} /> },
          ]}
        />
      }
      refusal={error ? t(payoutsRefusal(error)) : undefined}
      busy={isLoading}
      send={send}
      done={t(`payouts.done.${act}`)}
      onClose={onClose}
    />
  )
}
