import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OrderRequirements } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useLazyGetRequirementsQuery } from '../../api/api.js'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { checkAmount, type AmountProblem } from '../../lib/invest-amount.js'
import { localePath } from '../../lib/locale.js'
import { signInPath } from '../../lib/intent.js'
import { showToast } from '../../lib/toast.js'

export type InvestFailure =
  AmountProblem | { code: 'KYC_REQUIRED' } | { code: 'MESSAGE'; title: MessageId; text: MessageId }

interface Invest {
  busy: boolean
  failure: InvestFailure | null
  clear: () => void
  /** Checks amount and identity, then opens the investment flow: every order goes through its review. */
  invest: (amountFils: Fils | null, onSent: () => void) => Promise<void>
}

/** Returns the action of the Invest button. */
export function useInvest(property: Property): Invest {
  const t = useT()
  const locale = useLocale()
  const session = useSession()
  const navigate = useNavigate()
  const [requirements] = useLazyGetRequirementsQuery()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<InvestFailure | null>(null)

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
    onSent()
    toFlow(amountFils)
  }

  const toFlow = (amountFils: Fils) =>
    void navigate(`/investment-flow/${property.propertyId}${amountQuery(amountFils)}`)
  const refused = (error: ApiError, amountFils: Fils) => {
    if (error.status === 401) return signIn(amountFils) // the session has ended
    if (isConnectionLost(error)) return fail('ui.connectionLost', 'shell.offline.title')
    fail('property.invest.failed')
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

function message(text: MessageId, title: MessageId = 'property.invest.errorTitle'): InvestFailure {
  return { code: 'MESSAGE', title, text }
}

/** The failure for each state of the investor's identity verification. */
const IDENTITY: Record<OrderRequirements['identity'], InvestFailure | null> = {
  verified: null,
  required: { code: 'KYC_REQUIRED' },
  suspended: message('property.invest.suspended'),
}

/** Returns the query with an amount in dirhams; empty without an amount. */
export function amountQuery(amountFils: Fils | null): string {
  return amountFils === null ? '' : `?amount=${amountFils / 100}`
}
