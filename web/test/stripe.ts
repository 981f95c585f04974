import { jest } from '@jest/globals'
import type { Confirmation } from '../src/lib/stripe-js.js'

/** A Stripe.js that records how it is called; `answers` are the results of `confirm`, `failures` of its next loads. */
export const stripe = {
  loads: [] as string[],
  failures: 0,
  created: [] as { key: string; locale: string; clientSecret: string }[],
  confirmed: [] as unknown[],
  answers: [] as Confirmation[],
  destroyed: 0,
}

const Stripe = (key: string, { locale }: { locale: string }) => ({
  initCheckoutElementsSdk: ({ clientSecret }: { clientSecret: string }) => {
    stripe.created.push({ key, locale, clientSecret })
    const handlers = new Map<string, () => void>()
    return {
      createPaymentElement: () => ({
        on: (type: string, handler: () => void) => handlers.set(type, handler),
        mount: () => queueMicrotask(() => handlers.get('ready')?.()),
        destroy: () => (stripe.destroyed += 1),
      }),
      changeAppearance: () => undefined,
      loadActions: async () => ({
        type: 'success' as const,
        actions: {
          confirm: async (options: unknown) => {
            stripe.confirmed.push(options)
            return stripe.answers.shift() ?? { type: 'success' as const }
          },
        },
      }),
    }
  },
})

/** Answers the page's script element as the browser does, because jsdom loads no scripts. */
export function installStripe(): void {
  Object.assign(stripe, { loads: [], failures: 0, created: [], confirmed: [], answers: [], destroyed: 0 })
  const append = Element.prototype.append
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (!(script instanceof HTMLScriptElement)) return append.apply(document.head, nodes)
    stripe.loads.push(script.src)
    queueMicrotask(() => {
      if (stripe.failures-- > 0) return script.onerror?.('')
      Object.assign(window, { Stripe })
      script.onload?.(new Event('load'))
    })
  })
}
