import { isReason } from '@hissa/contracts'
import { DecisionReason, type TicketDetail, type TicketProposal } from '@hissa/contracts/kyc'
import { useId, useState, type FormEvent } from 'react'
import { useDraftText } from '../../api/use-draft.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { CONTROL, Field, Form } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { refusalOf, shortId } from './desk.js'
import { DESK_KEYS } from './desk-keys.js'
import { KeyHint } from './keys-dialog.js'
import { MessagePreview } from './message-preview.js'
import { useDecideProposalMutation, useWithdrawProposalMutation } from './tickets-api.js'
import { submitOnEnter, useFirstField } from './use-first-field.js'

type SecondVerdict = 'approve' | 'reject'

interface ProposalPanelProps {
  ticket: TicketDetail
  proposal: TicketProposal
  userId: string
}

/** Shows a proposed decision with its author and reason, and the second reviewer's actions. */
export function ProposalPanel({ ticket, proposal, userId }: ProposalPanelProps) {
  const t = useT()
  const [verdict, setVerdict] = useState<SecondVerdict | null>(null)
  const own = proposal.by === userId
  const toOpen = useToOpen(ticket)
  const reasonId = useId()
  return (
    <section
      aria-label={t('staff.second.title')}
      className="mt-4 flex flex-col gap-3 rounded-m border border-line bg-sunken p-4"
    >
      <h2 className="text-15 font-medium tracking-normal">{t('staff.second.title')}</h2>
      <p>{t(own ? 'staff.second.byYou' : `staff.second.proposed.${proposal.decision}`)}</p>
      <ProposalFacts ticket={ticket} proposal={proposal} own={own} />
      <div className="flex flex-wrap gap-2">
        {(['approve', 'reject'] as const).map((each) => {
          const why = own ? t('staff.refused.samePerson') : each === 'approve' ? toOpen : null
          return (
            <Button
              key={each}
              size="s"
              kind={each === 'approve' ? 'primary' : 'secondary'}
              aria-keyshortcuts={DESK_KEYS[each]}
              aria-disabled={why !== null || undefined}
              aria-describedby={why === null ? undefined : reasonId}
              onClick={() => (why === null ? setVerdict(each) : showToast({ kind: 'info', text: why }))}
            >
              {t(`staff.second.${each}`)}
              <KeyHint action={each} />
            </Button>
          )
        })}
        {own && <Withdraw caseId={ticket.caseId} />}
      </div>
      {(own || toOpen !== null) && (
        <p id={reasonId} className="text-ink-2">
          {own ? t('staff.refused.samePerson') : toOpen}
        </p>
      )}
      {verdict && <SecondDialog verdict={verdict} ticket={ticket} onClose={() => setVerdict(null)} />}
    </section>
  )
}

/** Returns what the user must still look at before approving, as a sentence; null if nothing. */
export function useToOpen({ toOpen }: TicketDetail): string | null {
  const t = useT()
  const locale = useLocale()
  if (!toOpen) return null
  const parts = [
    ...toOpen.kinds.map((kind) => t(`staff.toOpen.${kind}`)),
    ...(toOpen.details ? [t('staff.toOpen.details')] : []),
  ]
  return t('staff.toOpen', { parts: new Intl.ListFormat(locale).format(parts) })
}

function ProposalFacts({ ticket, proposal, own }: Omit<ProposalPanelProps, 'userId'> & { own: boolean }) {
  const t = useT()
  const locale = useLocale()
  const reasons = DecisionReason.options.filter((reason) => proposal.reasonCodes.includes(reason))
  const note = ticket.history.findLast(({ action }) => action === 'proposed')?.note
  return (
    <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-ink-2">{t('staff.second.by')}</dt>
      <dd>
        {own ? t('staff.actor.you') : <bdi dir="ltr">{shortId(proposal.by)}</bdi>} ·{' '}
        {t('ui.date.exact', { time: formatDateTime(proposal.at, locale) })}
      </dd>
      {reasons.length > 0 && (
        <>
          <dt className="text-ink-2">{t('staff.second.reasons')}</dt>
          <dd>{reasons.map((reason) => t(`staff.decision.${reason}`)).join(' · ')}</dd>
        </>
      )}
      {note && (
        <>
          <dt className="text-ink-2">{t('staff.second.note')}</dt>
          <dd className="break-words">
            <bdi>{note}</bdi>
          </dd>
        </>
      )}
    </dl>
  )
}

function Withdraw({ caseId }: { caseId: string }) {
  const t = useT()
  const [withdraw, { isLoading, error }] = useWithdrawProposalMutation()
  const run = async () => {
    const result = await withdraw(caseId)
    if (!('error' in result)) showToast({ kind: 'success', text: t('staff.second.withdrawn') })
  }
  return (
    <>
      <Button
        size="s"
        kind="secondary"
        busyText={isLoading && t('staff.second.withdrawing')}
        onClick={() => void run()}
      >
        {t('staff.second.withdraw')}
      </Button>
      {error !== undefined && <Notice tone="bad">{t(refusalOf(error).text)}</Notice>}
    </>
  )
}

interface SecondDialogProps {
  verdict: SecondVerdict
  ticket: TicketDetail
  onClose: () => void
}

function SecondDialog({ verdict, ticket, onClose }: SecondDialogProps) {
  const t = useT()
  const [reason, setReason, dropReason] = useDraftText(`second.${ticket.caseId}`)
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const first = useFirstField(true)
  const [decide, { isLoading, error }] = useDecideProposalMutation()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!isReason(reason) || isLoading) return
    const result = await decide({ caseId: ticket.caseId, verdict, reason: reason.trim(), version: ticket.version })
    if ('error' in result) return
    dropReason()
    showToast({ kind: 'success', text: t(`staff.second.decided.${verdict}`) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`staff.second.confirm.${verdict}`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('staff.keepOpen')}
          </Button>
          <Button type="submit" form={formId} busyText={isLoading && t('staff.deciding')}>
            {t(`staff.second.${verdict}`)}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} onKeyDown={submitOnEnter} className="gap-4">
        {error !== undefined && <Notice tone="bad">{t(refusalOf(error).text)}</Notice>}
        <p ref={first} className="text-13">
          {t(`staff.second.text.${verdict}`)}
        </p>
        <Field
          label={t('staff.second.reason')}
          hint={t('staff.second.reasonHint')}
          required
          error={judged && !isReason(reason) ? t('staff.reason.missing') : undefined}
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              maxLength={2_000}
              dir="auto"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              className={`${CONTROL} py-2`}
            />
          )}
        </Field>
        <p className="text-12">{t('staff.submitHint')}</p>
        {verdict === 'approve' && ticket.proposal && (
          <MessagePreview decision={ticket.proposal.decision} reasonCodes={ticket.proposal.reasonCodes} />
        )}
      </Form>
    </Dialog>
  )
}
