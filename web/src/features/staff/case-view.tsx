import { DecisionReason, type Ticket, type TicketDetail, type UploadKind } from '@hissa/contracts/kyc'
import { useCallback, useEffect, useId, useState } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { CaseFacts } from './case-facts.js'
import { DecisionDialog, type Verdict } from './decision-dialog.js'
import { deskPath, refusalOf, shortId, type DeskPlace } from './desk.js'
import { DESK_KEYS } from './desk-keys.js'
import { DocumentViewer } from './document-viewer.js'
import { KeyHint } from './keys-dialog.js'
import { ProposalPanel, useToOpen } from './proposal-panel.js'
import { Due } from './queue.js'
import { ReasonDialog } from './reason-dialog.js'
import {
  useClaimTicketMutation,
  useGetTicketQuery,
  useReleaseTicketMutation,
  useRenewClaimMutation,
} from './tickets-api.js'
import { Trail } from './trail.js'

interface CaseViewProps {
  caseId: string
  place: DeskPlace
  userId: string
  /** As the queue has it, which is read more often than the case. */
  sla: Ticket['sla'] | undefined
}

/** Shows one case: the document beside the data, the findings and the decision. Masked until revealed with a reason. */
export function CaseView({ caseId, place, userId, sla }: CaseViewProps) {
  const t = useT()
  const [seen, setSeen] = useState<readonly UploadKind[]>([])
  const onShown = useCallback((kind: UploadKind) => setSeen((before) => [...new Set([...before, kind])]), [])
  const [revealReason, setRevealReason] = useState<string>()
  const { data, currentData, error, refetch } = useGetTicketQuery({ caseId, ...(revealReason && { revealReason }) })
  const ticket = currentData ?? data
  if (!ticket && error) {
    const { status, reference } = error as ApiError
    return (
      <ErrorState
        level={1}
        title={t(status === 404 ? 'staff.caseNotFound' : 'staff.error')}
        reference={reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  if (!ticket) {
    return (
      <Loading label={t('staff.loading')} onRetry={() => void refetch()}>
        <Skeleton className="h-10 w-1/2" />
        <Skeleton className="mt-6 h-96 w-full" />
      </Loading>
    )
  }
  return (
    <>
      <p className="pb-1 lg:hidden">
        <TextLink to={deskPath(place)} className="inline-flex min-h-11 items-center">
          {t('staff.back')}
        </TextLink>
      </p>
      <CaseHead ticket={withSeen(ticket, seen)} userId={userId} sla={sla ?? ticket.sla} />
      <div className="grid gap-6 pt-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <DocumentViewer
          caseId={caseId}
          documents={ticket.documents}
          mine={ticket.assignee?.userId === userId}
          proposed={ticket.proposal !== null}
          reason={revealReason}
          userId={userId}
          onShown={onShown}
        />
        <CaseFacts
          ticket={ticket}
          reveal={ticket.revealed ? null : <ReasonDialog act="reveal" onReason={setRevealReason} />}
        />
      </div>
      <History ticket={ticket} userId={userId} />
      <Trail caseId={caseId} userId={userId} />
    </>
  )
}

/** Pictures that were shown since the case was read need not be opened again. */
function withSeen(ticket: TicketDetail, seen: readonly UploadKind[]): TicketDetail {
  // Absent while an earlier release of the service answers.
  if (!ticket.toOpen) return ticket
  const kinds = ticket.toOpen.kinds.filter((kind) => !seen.includes(kind))
  const details = ticket.toOpen.details && !ticket.revealed
  return { ...ticket, toOpen: kinds.length > 0 || details ? { kinds, details } : null }
}

const RENEW_MS = 2 * 60_000

/** Renews the user's claim while the case is open and the page is visible. Returns whether the claim was lost. */
function useRenewedClaim(caseId: string, mine: boolean): boolean {
  const [renew, { isError }] = useRenewClaimMutation()
  useEffect(() => {
    if (!mine) return
    const run = () => {
      if (document.visibilityState === 'visible') void renew(caseId)
    }
    run()
    const timer = setInterval(run, RENEW_MS)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [renew, caseId, mine])
  return isError && !mine
}

interface CaseHeadProps {
  ticket: TicketDetail
  userId: string
  sla: Ticket['sla']
}

function CaseHead({ ticket, userId, sla }: CaseHeadProps) {
  const t = useT()
  const [claim, claiming] = useClaimTicketMutation()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf> | null>(null)
  const mine = ticket.assignee?.userId === userId
  const open = ticket.state === 'in_review'
  const lost = useRenewedClaim(ticket.caseId, mine)
  const take = async (takeOverReason?: string) => {
    setRefusal(null)
    const result = await claim({ caseId: ticket.caseId, ...(takeOverReason && { takeOverReason }) })
    if ('error' in result) setRefusal(refusalOf(result.error))
  }
  return (
    <header>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 tabIndex={-1} className="text-26">
            <bdi>{ticket.applicant}</bdi>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
            <span>
              {t('staff.caseNumber')} <bdi dir="ltr">{shortId(ticket.caseId)}</bdi>
            </span>
            {open && !ticket.proposal && <Assignee ticket={ticket} mine={mine} />}
            <Due ticket={{ state: ticket.state, sla }} />
          </p>
        </div>
        {open && (
          <div className="flex flex-wrap gap-2">
            {ticket.assignee === null && !ticket.proposal && (
              <Button
                size="s"
                aria-keyshortcuts={DESK_KEYS.claim}
                busyText={claiming.isLoading && t('staff.claiming')}
                onClick={() => void take()}
              >
                {t('staff.claim')}
                <KeyHint action="claim" />
              </Button>
            )}
            {ticket.assignee !== null && !mine && (
              <ReasonDialog act="takeOver" onReason={(reason) => void take(reason)} />
            )}
            {mine && <Release caseId={ticket.caseId} />}
          </div>
        )}
      </div>
      {open && !ticket.proposal && <Verdicts ticket={ticket} mine={mine} onChoose={setVerdict} />}
      {lost && open && ticket.assignee === null && (
        <div className="mt-3" role="alert">
          <Notice tone="warn">{t('staff.claimLost')}</Notice>
        </div>
      )}
      {ticket.sampleData && <p className="mt-2 text-ink-2">{t('staff.sample.note')}</p>}
      {refusal && (
        <div className="mt-3">
          <Notice tone="bad">
            {t(refusal.text)} {refusal.who && <bdi dir="ltr">{shortId(refusal.who)}</bdi>}
          </Notice>
        </div>
      )}
      {open && ticket.proposal && <ProposalPanel ticket={ticket} proposal={ticket.proposal} userId={userId} />}
      {verdict && <DecisionDialog verdict={verdict} ticket={ticket} onClose={() => setVerdict(null)} />}
    </header>
  )
}

/** Shows the assignee while the case is open; the history names the deciding reviewer. */
function Assignee({ ticket: { assignee }, mine }: { ticket: TicketDetail; mine: boolean }) {
  const t = useT()
  if (assignee === null) return <span>{t('staff.unclaimed')}</span>
  if (mine) return <span>{t('staff.claimedByYou')}</span>
  return (
    <span>
      {t('staff.claimedBy')} <bdi dir="ltr">{shortId(assignee.userId)}</bdi>
    </span>
  )
}

function Release({ caseId }: { caseId: string }) {
  const t = useT()
  const [release, { isLoading }] = useReleaseTicketMutation()
  const run = async () => {
    const result = await release(caseId)
    if ('error' in result) showToast({ kind: 'error', text: t(refusalOf(result.error).text) })
    else showToast({ kind: 'success', text: t('staff.released') })
  }
  return (
    <Button
      size="s"
      kind="quiet"
      aria-keyshortcuts={DESK_KEYS.release}
      busyText={isLoading && t('staff.releasing')}
      onClick={() => void run()}
    >
      {t('staff.release')}
      <KeyHint action="release" />
    </Button>
  )
}

interface VerdictsProps {
  ticket: TicketDetail
  mine: boolean
  onChoose: (verdict: Verdict) => void
}

/** The decisions. One that the server would refuse stays visible, says why, and does nothing else. */
function Verdicts({ ticket, mine, onChoose }: VerdictsProps) {
  const t = useT()
  const reasonId = useId()
  const kinds = { approve: 'primary', resubmit: 'secondary', reject: 'danger' } as const
  const toOpen = useToOpen(ticket)
  const unclaimed = mine ? null : t(ticket.assignee === null ? 'staff.refused.notClaimed' : 'staff.blocked.claimed')
  const blocked = unclaimed ?? toOpen
  const blockedFor = (verdict: Verdict) => (verdict === 'approve' ? blocked : unclaimed)
  return (
    <div className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">
        {(['approve', 'resubmit', 'reject'] as const).map((verdict) => {
          const why = blockedFor(verdict)
          return (
            <Button
              key={verdict}
              size="s"
              kind={kinds[verdict]}
              aria-keyshortcuts={DESK_KEYS[verdict]}
              aria-disabled={why !== null || undefined}
              aria-describedby={why === null ? undefined : reasonId}
              onClick={() => (why === null ? onChoose(verdict) : showToast({ kind: 'info', text: why }))}
            >
              {t(`staff.verdict.${verdict}`)}
              <KeyHint action={verdict} />
            </Button>
          )
        })}
      </div>
      {blocked !== null && (
        <p id={reasonId} className="text-ink-2">
          {blocked}
        </p>
      )}
    </div>
  )
}

function History({ ticket, userId }: { ticket: TicketDetail; userId: string }) {
  const t = useT()
  const locale = useLocale()
  const reasonOf = (code: string) => {
    const known = DecisionReason.options.find((reason) => reason === code)
    return known ? t(`staff.decision.${known}`) : code
  }
  const actorOf = (actor: string) =>
    actor === 'applicant'
      ? t('staff.actor.applicant')
      : actor === 'rule'
        ? t('staff.actor.rule')
        : actor === userId
          ? t('staff.actor.you')
          : shortId(actor)
  return (
    <section className="mt-8">
      <h2 className="text-15 font-medium tracking-normal">{t('staff.history')}</h2>
      <p className="mt-1 text-ink-2">{t('ui.times')}</p>
      <ol className="mt-2">
        {ticket.history.map((line) => (
          <li
            key={`${line.at}${line.action}`}
            className="flex flex-wrap gap-x-4 border-t border-line py-2 last:border-b"
          >
            <span className="w-44 shrink-0 text-ink-2">{formatDateTime(line.at, locale)}</span>
            <span className="flex-1">
              {t(actionText(line.action))} · {actorOf(line.actor)}
              {line.reasonCodes.length > 0 && (
                <span className="text-ink-2"> · {line.reasonCodes.map(reasonOf).join(', ')}</span>
              )}
              {line.note && (
                <span className="block text-ink-2">
                  <bdi>{line.note}</bdi>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const ACTIONS = [
  'started',
  'submitted',
  'approved',
  'claimed',
  'taken_over',
  'released',
  'rejected',
  'resubmission_requested',
  'proposed',
  'proposal_confirmed',
  'proposal_rejected',
  'proposal_withdrawn',
  'proposal_expired',
  'screened_again',
] as const

function actionText(action: string) {
  const known = ACTIONS.find((name) => name === action)
  return known ? (`staff.action.${known}` as const) : 'staff.action.other'
}
