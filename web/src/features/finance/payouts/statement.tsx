import type { StatementResult } from '@hissa/contracts/investment'
import { useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { FileInput } from '../../../ui/file-input.js'
import { Field } from '../../../ui/form.js'
import { Card, DefinitionList } from '../../../ui/layout.js'
import { Money } from '../../../ui/money.js'
import { Notice } from '../../../ui/states.js'
import { When } from '../../../ui/when.js'
import { DecisionDialog } from '../decision-dialog.js'
import { Person } from '../people.js'
import { ActionButtons, WithdrawProposal } from '../withdraw-proposal.js'
import {
  type Payouts,
  payoutsRefusal,
  useDecideBankStatementMutation,
  useProposeBankStatementMutation,
  useWithdrawBankStatementMutation,
} from './payouts-api.js'

type Pending = NonNullable<Payouts['pendingBankStatement']>
type Verdict = 'approve' | 'reject'

/** The bank's statement: uploaded by one person, and booked with the approval of another. */
export function BankStatement({ userId, pending }: { userId: string; pending: Pending | undefined }) {
  const t = useT()
  const [booked, setBooked] = useState<StatementResult>()
  return (
    <Card className="flex flex-col gap-3 px-5 py-4">
      <h3 className="text-18">{t(pending ? 'payouts.statementProposed' : 'payouts.import')}</h3>
      {pending ? <Proposed {...{ userId, pending, setBooked }} /> : <Upload />}
      <p role="status" className="text-13 text-ink-2">
        {booked && !pending && t('payouts.imported', { ...booked })}
      </p>
    </Card>
  )
}

function Upload() {
  const t = useT()
  const [send, { isLoading, error }] = useProposeBankStatementMutation()
  return (
    <>
      <Field label={t('payouts.statement')} hint={t('payouts.statementHint')}>
        {(ids) => (
          <FileInput
            {...ids}
            accept="application/xml,text/xml,.xml"
            disabled={isLoading}
            onFile={(file) => void (file && send(file))}
          />
        )}
      </Field>
      {isLoading && (
        <p role="status" className="text-13 text-ink-2">
          {t('payouts.importing')}
        </p>
      )}
      {error && !isLoading && <Notice tone="bad">{t(payoutsRefusal(error))}</Notice>}
    </>
  )
}

interface ProposedProps {
  userId: string
  pending: Pending
  setBooked: (result: StatementResult | undefined) => void
}

function Proposed({ userId, pending, setBooked }: ProposedProps) {
  const t = useT()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [withdraw, { isLoading }] = useWithdrawBankStatementMutation()
  const withdrawOwn = async () => {
    const { error } = await withdraw(pending.approvalId)
    return error ? t(payoutsRefusal(error)) : undefined
  }
  const button = (name: Verdict, kind: 'primary' | 'danger') => ({
    ...{ name, kind, text: t(`payouts.statement.${name}`), onClick: () => setVerdict(name) },
  })
  const figures = <Figures pending={pending} />
  return (
    <>
      {figures}
      {pending.maker === userId ? (
        <WithdrawProposal withdraw={withdrawOwn} isLoading={isLoading} inDetail />
      ) : (
        <ActionButtons buttons={[button('approve', 'primary'), button('reject', 'danger')]} inDetail />
      )}
      {verdict && <Decide {...{ verdict, pending, setBooked }} onClose={() => setVerdict(null)} />}
    </>
  )
}

const KINDS = ['paid', 'rejected', 'returned'] as const

/** What approving books, by kind of entry. */
function Figures({ pending }: { pending: Pending }) {
  const t = useT()
  return (
    <DefinitionList
      dense
      facts={[
        { term: t('payouts.statement'), value: <bdi className="break-all">{pending.statementId}</bdi> },
        { term: t('payouts.entries'), value: pending.entries },
        ...KINDS.map((kind) => ({
          term: t(`payouts.entries.${kind}`),
          value: (
            <span className="whitespace-nowrap">
              {pending[kind].entries} · <Money fils={pending[kind].totalFils} decimals={2} />
            </span>
          ),
        })),
        { term: t('payouts.maker'), value: <Person id={pending.maker} /> },
        { term: t('payouts.column.requested'), value: <When at={pending.requestedAt} /> },
      ]}
    />
  )
}

interface DecideProps extends Pick<ProposedProps, 'pending' | 'setBooked'> {
  verdict: Verdict
  onClose: () => void
}

function Decide({ verdict, pending, setBooked, onClose }: DecideProps) {
  const t = useT()
  const [decide, { error, isLoading }] = useDecideBankStatementMutation()
  const send = async (reason: string) => {
    const { data } = await decide({ approvalId: pending.approvalId, verdict, reason })
    setBooked(data?.statement)
    return data !== undefined
  }
  return (
    <DecisionDialog
      title={t(`payouts.statement.${verdict}`)}
      explanation={t(`payouts.statement.explain.${verdict}`)}
      draft={`statement:${verdict}:${pending.approvalId}`}
      about={<Figures pending={pending} />}
      refusal={error ? t(payoutsRefusal(error)) : undefined}
      busy={isLoading}
      send={send}
      done={t(`payouts.statement.done.${verdict}`)}
      onClose={onClose}
    />
  )
}
