import { invalid } from './errors.js'
import type { FormValue } from './form.js'
import type { Sandbox } from './sandbox.js'
import type { Store } from './store.js'

const MAX_DEPTH = 4

interface Sources {
  store: Store
  sandbox: Sandbox
}

/**
 * Replaces ids by their objects along Stripe's expand paths, e.g. `payment_intent.latest_charge` or `data.line_items`.
 * Throws StripeFailure 400 for a path that names nothing.
 */
export function expand(answer: unknown, paths: FormValue | undefined, sources: Sources): unknown {
  if (paths === undefined) return answer
  if (!Array.isArray(paths)) throw invalid('Invalid array', 'expand')
  const copy = structuredClone(answer)
  for (const path of paths) {
    const steps = typeof path === 'string' ? path.split('.') : []
    if (steps.length < 1 || steps.length > MAX_DEPTH)
      throw invalid('You cannot expand more than 4 levels of a property.', 'expand')
    walk(copy, steps, sources)
  }
  return copy
}

function walk(target: unknown, [step, ...rest]: string[], sources: Sources): void {
  if (step === undefined || target === null || typeof target !== 'object') return
  if (Array.isArray(target)) return target.forEach((item) => walk(item, [step, ...rest], sources))
  const holder = target as Record<string, unknown>
  if (step === 'line_items' && holder.object === 'checkout.session') {
    const id = String(holder.id)
    const data = sources.sandbox.lineItems(id)
    holder.line_items ??= {
      object: 'list',
      data,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    }
  } else if (!(step in holder)) {
    throw invalid(`This property cannot be expanded (${step}).`, 'expand')
  } else if (typeof holder[step] === 'string') {
    holder[step] = sources.store.find(holder[step]) ?? holder[step]
  }
  walk(holder[step], rest, sources)
}
