import type Stripe from 'stripe'
import type { FieldErrors } from './cards.js'
import { html, page, type Html } from '../html.js'

const FIELDS = [
  { name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  { name: 'expiry', label: 'Expiry', hint: 'MM / YY', autocomplete: 'cc-exp' },
  { name: 'cvc', label: 'CVC', hint: 'CVC', autocomplete: 'cc-csc' },
  { name: 'name', label: 'Name on card', hint: '', autocomplete: 'cc-name' },
] as const

/** An amount in the smallest unit as text without its currency: 203000 is `2,030.00`. */
export function amountText(minor: number): string {
  return (minor / 100).toLocaleString('en-AE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

const timeText = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString('en-GB', {
    timeZone: 'Asia/Dubai',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })

function head(session: Stripe.Checkout.Session, lines: Stripe.LineItem[], merchant: string): Html {
  return html`<p class="quiet">${merchant} · test payment</p>
    <h1>${lines[0]?.description}</h1>
    <p class="amount">
      <small>${(session.currency ?? 'aed').toUpperCase()}</small> ${amountText(session.amount_total ?? 0)}
    </p>
    ${
      lines.length > 1 &&
      html`<table>
        ${lines.map(
          (line) =>
            html`<tr>
              <td>${line.description}${(line.quantity ?? 1) > 1 && html` × ${line.quantity}`}</td>
              <td class="end">${amountText(line.amount_total)}</td>
            </tr>`,
        )}
      </table>`
    }
    <p class="quiet small">Pay before ${timeText(session.expires_at)} Gulf time.</p>`
}

function field(field: (typeof FIELDS)[number], value: string, error: string | undefined): Html {
  const { name, label, hint, autocomplete } = field
  const numeric = name === 'name' ? 'text' : 'numeric'
  const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : null
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      placeholder="${hint}"
      autocomplete="${autocomplete}"
      inputmode="${numeric}"
      maxlength="100"
      ${described}
    />
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

export interface CardPage {
  session: Stripe.Checkout.Session
  lines: Stripe.LineItem[]
  merchant: string
  /** What was typed; the number and CVC are not given back. */
  name?: string
  expiry?: string
  errors?: FieldErrors
  /** The bank's answer to the last try. */
  declined?: string
}

/** The hosted payment page. One form, no script. */
export function cardPage(view: CardPage): string {
  const { session, errors = {} } = view
  const [number, expiry, cvc, name] = FIELDS
  const amount = `${(session.currency ?? 'aed').toUpperCase()} ${amountText(session.amount_total ?? 0)}`
  const body = html`${head(session, view.lines, view.merchant)}
    <div class="sheet">
      ${view.declined && html`<p class="notice" role="alert">${view.declined}</p>`}
      <form method="post" action="/c/pay/${session.id}" novalidate>
        ${field(number, '', errors.number)}
        <div class="pair">${field(expiry, view.expiry ?? '', errors.expiry)}${field(cvc, '', errors.cvc)}</div>
        ${field(name, view.name ?? '', errors.name)}
        <button class="primary wide">Pay ${amount}</button>
      </form>
      ${session.cancel_url && html`<p class="small"><br /><a href="${session.cancel_url}">Cancel and go back</a></p>`}
    </div>
    <h2>Test cards</h2>
    <p class="quiet small">
      No money moves here. Any later date and any CVC will do.<br />
      <code>4242 4242 4242 4242</code> pays · <code>4000 0000 0000 0002</code> is declined ·
      <code>4000 0000 0000 9995</code> has no funds · <code>4000 0027 6000 3184</code> asks for 3-D Secure
    </p>`
  return page(`Pay ${amount}`, body, { narrow: true })
}

/** The bank's 3-D Secure page: pass or fail. */
export function challengePage(view: Omit<CardPage, 'errors'>): string {
  const body = html`${head(view.session, view.lines, view.merchant)}
    <div class="sheet">
      <h2>Your bank asks you to confirm</h2>
      <p class="quiet">This is a 3-D Secure test page. Complete it to pay; fail it to see what a refusal looks like.</p>
      <form method="post" action="/c/pay/${view.session.id}/3ds">
        <p class="row">
          <button class="primary" name="result" value="complete">Complete</button>
          <button name="result" value="fail">Fail</button>
        </p>
      </form>
    </div>`
  return page('3-D Secure', body, { narrow: true })
}

/** What a session that can no longer be paid shows. */
export function closedPage(status: 'complete' | 'expired' | 'unknown', backUrl: string | null): string {
  const words = {
    complete: ['This payment is already complete', 'The card was charged once. Nothing more is due.'],
    expired: ['This payment page has expired', 'Nothing was charged. Start again from the property.'],
    unknown: ['This payment page does not exist', 'The address is wrong, or the sandbox was emptied.'],
  }[status]
  const body = html`<h1>${words[0]}</h1>
    <p class="quiet">${words[1]}</p>
    ${backUrl && html`<p><a href="${backUrl}">Go back</a></p>`}`
  return page(words[0] ?? '', body, { narrow: true })
}
