import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useCreateCheckoutSessionMutation } from '../../api/api.js'
import { useGetOrdersQuery } from '../../api/own-api.js'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useLocale } from '../../i18n/i18n.js'
import { flowFailure, stepPath, type FlowFailure } from './flow.js'
import { usePayFromCashMutation } from './invest-api.js'
import { isAnswered, usePaymentKeys } from './payment-keys.js'

/** What pays: a card, on the payment page, or the investor's cash, at once. */
export type PayFrom = 'card' | 'cash'

/**
 * Returns the action that reserves the shares and opens the payment page. While the reservation is open it returns the
 * same order, after a reload, in another tab and after Back, which leads to the pay step. With `payFrom: 'cash'` it pays
 * for them at once and opens the order's page.
 */
export function usePayment(property: Property, onRefused: (failure: FlowFailure) => void) {
  const session = useSession()
  const locale = useLocale()
  const navigate = useNavigate()
  const { step } = useParams()
  const [create] = useCreateCheckoutSessionMutation()
  const [payFromCash] = usePayFromCashMutation()
  const keys = usePaymentKeys()
  const orders = useGetOrdersQuery()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const pay = async (amountFils: Fils, payFrom: PayFrom = 'card') => {
    if (!session || busy) return // without a session, the user is being redirected to sign-in
    setBusy(true)
    const order = {
      amount: amountFils / 100,
      propertyId: property.propertyId,
      description: property.title,
      userId: session.user.id,
      locale,
    }
    const isCash = payFrom === 'cash'
    const payment = `payment.${property.propertyId}.${amountFils}.${payFrom}.${session.user.id}`
    const result = await (isCash ? payFromCash({ ...order, idempotencyKey: keys.of(payment) }) : create(order))
    if (isAnswered(result.error as ApiError | undefined)) keys.drop(payment)
    if (result.data) {
      if (isCash) return location.assign(result.data.url)
      // Back from the payment page leads to the reservation, which the pay step shows once it is known here.
      const known = await orders.refetch()
      if (known.data) await navigate(stepPath(property.propertyId, 'pay', amountFils), { replace: step === 'pay' })
      return location.assign(result.data.url)
    }
    setBusy(false)
    const error = result.error as ApiError
    // An order from cash may have been paid all the same. Pressing again answers it, by its key.
    const lost = isCash ? 'ui.offline' : 'ui.paymentNotOpened'
    onRefused(isConnectionLost(error) ? { kind: 'offline', text: lost } : flowFailure(error))
  }
  return { busy, pay }
}
