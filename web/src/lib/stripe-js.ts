/** The part of Stripe.js that the payment pages call. Source: https://docs.stripe.com/js/custom_checkout */
export interface StripeJs {
  initCheckoutElementsSdk(options: {
    clientSecret: string
    elementsOptions: { appearance: Appearance }
  }): CheckoutElements
}

export interface Appearance {
  theme: 'stripe' | 'night'
  variables: Readonly<Record<string, string>>
}

export interface CheckoutElements {
  createPaymentElement(): PaymentElement
  loadActions(): Promise<{ type: 'success'; actions: CheckoutActions } | { type: 'error'; error: { message: string } }>
  changeAppearance(appearance: Appearance): void
}

export interface PaymentElement {
  mount(place: HTMLElement): unknown
  destroy(): void
  on(type: 'ready' | 'loaderror', handler: () => void): unknown
}

export interface CheckoutActions {
  /** With the default redirect, a success leaves the page and the promise stays pending. */
  confirm(options: { email: string; redirect?: 'if_required' }): Promise<Confirmation>
}

export type Confirmation = { type: 'success' } | { type: 'error'; error: { message: string; code: string | null } }

type Constructor = (publishableKey: string, options: { locale: string }) => StripeJs

let loading: Promise<Constructor> | undefined

/**
 * Loads Stripe.js from its own address, once per page: Stripe requires it, and only the payment pages' policy allows
 * it. A failed load is repeated by the next call. Errors: Error when it can't be loaded.
 */
export function loadStripeJs(address: string): Promise<Constructor> {
  loading ??= insertScript(address).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function insertScript(address: string): Promise<Constructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => {
      const { Stripe } = window as { Stripe?: Constructor }
      if (Stripe) resolve(Stripe)
      else reject(new Error('Stripe.js has loaded without its global'))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('Stripe.js could not be loaded'))
    }
    document.head.append(script)
  })
}
