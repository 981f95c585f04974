import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OrderRequirements } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import { type Fils, fils } from '@hissa/money'
import { useCreateCheckoutSessionMutation, useLazyGetRequirementsQuery } from '../../api/api.js'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { reservationRefusal, type ReservationRefusal } from '../../api/reservation-refusal.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { checkAmount, type AmountProblem } from '../../lib/invest-amount.js'
import { localePath } from '../../lib/locale.js'
import { signInPath } from '../../lib/intent.js'
import { showToast } from '../../lib/toast.js'

export type InvestFailure =
  | AmountProblem
  | { code: 'KYC_REQUIRED' }
  | { code: 'RESERVATION'; refusal: ReservationRefusal }
  | { code: 'MESSAGE'; title: MessageId; text: MessageId }

interface Invest {
  busy: boolean
  failure: InvestFailure | null
  clear: () => void
  /** Checks the amount, then reserves and opens the payment page, or the step that is still needed. */
  invest: (amountFils: Fils | null, onSent: () => void) => Promise<void>
}

/** Returns the action of the Invest button. After a reload or Back, the same open order is used. */
export function useInvest(property: Property): Invest {
  const t = useT()
  const locale = useLocale()
  const session = useSession()
  const navigate = useNavigate()
  const [createSession] = useCreateCheckoutSessionMutation()
  const [requirements] = useLazyGetRequirementsQuery()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<InvestFailure | null>(null)
  useReturnFromPayment(() => setBusy(false))

  const invest = async (amountFils: Fils | null, onSent: () => void) => {
    if (busy) return
    if (!property.propertyId) return fail('property.invest.noId')
    if (!session) return signIn(amountFils)
    const problem = checkAmount(amountFils, property)
    setFailure(problem)
    if (problem || amountFils === null) return
    setBusy(true)
    const needs = await requirements(property.propertyId)
    if (!needs.data) return refused(needs.error as ApiError, amountFils)
    const missing = IDENTITY[needs.data.identity]
    if (missing) return stop(missing)
    if (hasOpenSteps(needs.data)) {
      onSent()
      return toFlow(amountFils)
    }
    const answer = await createSession({
      amount: amountFils / 100,
      userId: session.user.id,
      propertyId: property.propertyId,
      description: property.title,
      locale,
    })
    if (answer.data) {
      onSent()
      return location.assign(answer.data.url)
    }
    refused(answer.error as ApiError, amountFils)
  }

  const go = (path: string, amountFils: Fils) => void navigate(`${path}${amountQuery(amountFils)}`)
  const toFlow = (amountFils: Fils) => go(`/investment-flow/${property.propertyId}`, amountFils)
  const refused = (error: ApiError, amountFils: Fils) => {
    setBusy(false)
    const { next, nearestFils: nearest } = error.problem
    if (TO_FLOW.includes(error.code)) return toFlow(amountFils)
    if (error.code === 'DISCLOSURES_REQUIRED' && typeof next === 'string') return go(next, amountFils)
    if (error.code === 'AMOUNT_NOT_MULTIPLE' && Array.isArray(nearest)) {
      return setFailure({ code: 'NOT_MULTIPLE', nearestFils: nearest.map((amount) => fils(Number(amount))) })
    }
    const refusal = reservationRefusal(error)
    if (refusal) return setFailure({ code: 'RESERVATION', refusal })
    if (error.code === 'KYC_REQUIRED') return setFailure({ code: 'KYC_REQUIRED' })
    if (error.status === 401) return signIn(amountFils) // the session has ended
    if (isConnectionLost(error)) return fail('ui.paymentNotOpened', 'shell.offline.title')
    fail(KNOWN[error.code] ?? 'property.invest.failed')
  }

  const signIn = (amountFils: Fils | null) => {
    const here = { pathname: localePath(`/properties/${property.slug}`, locale), search: amountQuery(amountFils) }
    const [title, text] = [t('property.invest.login.title'), t('property.invest.login.text')]
    showToast({ kind: 'info', title, text, at: '/signin' })
    void navigate(localePath(signInPath(here), locale))
  }
  const stop = (why: InvestFailure) => {
    setBusy(false)
    setFailure(why)
  }
  const fail = (text: MessageId, title?: MessageId) => stop(message(text, title))
  return { busy, failure, clear: () => setFailure(null), invest }
}

/** Returns whether the investment flow has something to ask before the payment. */
function hasOpenSteps({ outstanding, appropriateness }: OrderRequirements): boolean {
  return outstanding.length > 0 || appropriateness === 'required' || appropriateness === 'paused'
}

function message(text: MessageId, title: MessageId = 'property.invest.errorTitle'): InvestFailure {
  return { code: 'MESSAGE', title, text }
}

/** The failure for each state of the investor's identity verification. */
const IDENTITY: Record<OrderRequirements['identity'], InvestFailure | null> = {
  verified: null,
  required: { code: 'KYC_REQUIRED' },
  suspended: message('property.invest.suspended'),
}

/** Refusals that a step of the investment flow explains and resolves. */
const TO_FLOW = ['APPROPRIATENESS_REQUIRED', 'APPROPRIATENESS_PAUSED', 'ANNUAL_LIMIT_REACHED']

const KNOWN: Record<string, MessageId> = {
  PROPERTY_FULLY_FUNDED: 'property.invest.funded',
  RAISE_NOT_OPEN: 'property.invest.closed',
  ACCOUNT_SUSPENDED: 'property.invest.suspended',
  AMOUNT_ABOVE_AVAILABLE: 'property.invest.taken',
  RESERVATION_CLOSED: 'ui.reservation.closed',
}

/** Returns the query with an amount in dirhams; empty without an amount. */
export function amountQuery(amountFils: Fils | null): string {
  return amountFils === null ? '' : `?amount=${amountFils / 100}`
}

/** Resets the busy state of a page that the browser cached while the user was on the payment page. */
function useReturnFromPayment(reset: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, []) // eslint-disable-line react-hooks/exhaustive-deps -- reset only calls a setter
}
