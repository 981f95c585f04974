import { useEffect, useRef, useState } from 'react'
import { useConfig, useSession } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { loadStripeJs, type CheckoutActions, type CheckoutElements, type Confirmation } from '../../lib/stripe-js.js'
import { Button } from '../../ui/button.js'
import { Notice, Skeleton } from '../../ui/states.js'
import { currentAppearance, watchAppearance } from './appearance.js'

type State = 'loading' | 'ready' | 'failed'

interface CardFieldsProps {
  clientSecret: string
  /** The button's text, and its text while busy. */
  label: React.ReactNode
  busyLabel: string
  /** Called by the button instead of confirming, while something has to happen first. */
  before?: (() => void) | undefined
  /** Stay on this page after success, instead of the session's return address. */
  stays?: boolean
  onSuccess?: () => void
  /** Called after the processor has rejected an attempt. */
  onRejected?: () => void
}

/**
 * Renders Stripe's Payment Element in the page's language and direction, with the button that confirms it. The card's
 * fields are in a frame of Stripe's, so that card data never reaches this page.
 */
export function CardFields({ clientSecret, label, busyLabel, before, stays, onSuccess, onRejected }: CardFieldsProps) {
  const t = useT()
  const [attempt, setAttempt] = useState(0)
  const { place, state, actions } = usePaymentElement(clientSecret, attempt)
  const email = useSession()?.user.email ?? ''
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    if (!actions.current) return
    setBusy(true)
    setProblem(null)
    const result = await confirmed(actions.current, email, stays)
    setBusy(false)
    if (result.type === 'success') return onSuccess?.()
    setProblem(result.error.message || t('payment.failedText'))
    onRejected?.()
  }
  return (
    <div className="flex flex-col gap-5">
      {problem && (
        <Notice tone="bad" title={t('payment.failed')}>
          {problem}
        </Notice>
      )}
      {state === 'failed' && (
        <Notice tone="bad" title={t('payment.unavailable')}>
          <p>{t('payment.unavailableText')}</p>
          <Button kind="secondary" size="s" className="mt-3" onClick={() => setAttempt(attempt + 1)}>
            {t('ui.tryAgain')}
          </Button>
        </Notice>
      )}
      {state === 'loading' && (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            {t('payment.loading')}
          </p>
          <Skeleton className="h-60 w-full" />
        </div>
      )}
      <div ref={place} className={state === 'ready' ? undefined : 'h-0 overflow-hidden'} />
      {state !== 'failed' && (
        <Button
          size="l"
          aria-disabled={state !== 'ready' || undefined}
          busyText={busy && busyLabel}
          onClick={() => (before ? before() : state === 'ready' && void confirm())}
        >
          {label}
        </Button>
      )}
      <p className="text-13 text-ink-2">{t('payment.shared')}</p>
    </div>
  )
}

async function confirmed(actions: CheckoutActions, email: string, stays?: boolean): Promise<Confirmation> {
  try {
    return await actions.confirm({ email, ...(stays ? { redirect: 'if_required' } : {}) })
  } catch (error) {
    log('error', 'The payment could not be confirmed', error)
    return { type: 'error', error: { message: '', code: null } }
  }
}

/** Mounts the Payment Element of a session; a new `attempt` starts again after a failure. */
function usePaymentElement(clientSecret: string, attempt: number) {
  const { stripeJsUrl, stripePublishableKey } = useConfig()
  const locale = useLocale()
  const place = useRef<HTMLDivElement>(null)
  const actions = useRef<CheckoutActions | null>(null)
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const undo: (() => void)[] = []
    let ended = false
    setState('loading')
    const mount = async () => {
      const Stripe = await loadStripeJs(stripeJsUrl ?? '')
      if (ended || !place.current) return
      const stripe = Stripe(stripePublishableKey ?? '', { locale })
      const elementsOptions = { appearance: currentAppearance() }
      const checkout = stripe.initCheckoutElementsSdk({ clientSecret, elementsOptions })
      undo.push(...mountElement(checkout, place.current, setState))
      const loaded = await checkout.loadActions()
      if (loaded.type === 'error') throw new Error(loaded.error.message)
      actions.current = loaded.actions
    }
    void mount().catch((error: unknown) => {
      log('error', 'The card fields could not be loaded', error)
      if (!ended) setState('failed')
    })
    return () => {
      ended = true
      actions.current = null
      for (const step of undo) step()
    }
  }, [clientSecret, attempt, locale, stripeJsUrl, stripePublishableKey])
  return { place, state, actions }
}

function mountElement(checkout: CheckoutElements, place: HTMLElement, onState: (state: State) => void) {
  const element = checkout.createPaymentElement()
  element.on('ready', () => onState('ready'))
  element.on('loaderror', () => onState('failed'))
  void element.mount(place)
  return [watchAppearance(() => checkout.changeAppearance(currentAppearance())), () => element.destroy()]
}
