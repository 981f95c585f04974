import type { OpenSession } from '@hissa/contracts/identity'
import { useState } from 'react'
import { useEndSessionMutation, useGetSessionsQuery } from '../../api/account-api.js'
import type { ApiError } from '../../api/problem.js'
import { codeError } from '../../api/pool-outcomes.js'
import { RefusalText } from '../../api/refusal-text.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { loadAccountPool } from '../../api/account-pool-calls.js'

/** Lists the open sessions, each of which can be ended, or all together. */
export default function DevicesSection() {
  const t = useT()
  const { data, error, refetch } = useGetSessionsQuery()
  const again = () => void refetch()
  if (!data && error)
    return (
      <ErrorState
        title={t('account.devices.error')}
        reference={(error as ApiError).reference}
        action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
      />
    )
  if (!data)
    return (
      <Loading label={t('ui.loading')} onRetry={again}>
        <Skeleton className="h-40 w-full" />
      </Loading>
    )
  return (
    <div className="flex flex-col gap-6">
      <p className="text-15 text-ink-2">{t('account.devices.lead')}</p>
      <ul className="divide-y divide-line border-y border-line">
        {data.map((session) => (
          <SessionRow key={session.sessionId} session={session} />
        ))}
      </ul>
      <EndAll />
    </div>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const t = useT()
  const locale = useLocale()
  const [end, { isLoading }] = useEndSessionMutation()
  const { device, isCurrent, sessionId, lastUsedAt, signedInAt } = session
  const name = [device?.browser, device?.system].filter(Boolean).join(' · ') || t('account.devices.unknown')
  const signOut = async () => {
    const result = await end(sessionId)
    const isGone = !result.error || (result.error as ApiError).code === 'NOT_FOUND'
    if (isGone) showToast({ kind: 'success', text: t('account.devices.ended') })
    else showToast({ kind: 'error', text: t('account.devices.endFailed') })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 text-15 font-medium">
          <bdi>{name}</bdi>
          {isCurrent && <StatusBadge tone="good">{t('account.devices.current')}</StatusBadge>}
        </p>
        <p className="text-13 text-ink-2">{t('account.devices.used', { at: formatDateTime(lastUsedAt, locale) })}</p>
        <p className="text-13 text-ink-2">{t('account.devices.since', { at: formatDateTime(signedInAt, locale) })}</p>
      </div>
      {!isCurrent && (
        <Button
          kind="secondary"
          size="s"
          aria-label={t('account.devices.endOf', { device: name })}
          busyText={isLoading && t('account.devices.ending')}
          onClick={() => void signOut()}
        >
          {t('account.devices.end')}
        </Button>
      )}
    </li>
  )
}

/** Ends every session, this one too: the page then asks to sign in again. */
function EndAll() {
  const t = useT()
  const services = useServices()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<MessageId | null>(null)
  const endAll = async () => {
    setBusy(true)
    setError(null)
    const pool = await loadAccountPool().catch(() => null)
    const outcome = await pool?.signOutEverywhere(services)
    setBusy(false)
    if (outcome?.kind === 'refused') return setError(codeError(outcome.refusal))
    if (!outcome) return setError('ui.connectionLost')
    // The pool has ended the session, so its tokens are only removed here.
    services.session?.discard(services.session.get()?.idToken)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {error && (
        <Notice tone="bad">
          <RefusalText id={error} />
        </Notice>
      )}
      <Button kind="danger" busyText={busy && t('account.devices.ending')} onClick={() => void endAll()}>
        {t('account.devices.endAll')}
      </Button>
      <p className="text-13 text-ink-2">{t('account.devices.endAllText')}</p>
    </div>
  )
}
