import type Stripe from 'stripe'
import { amountText } from './amount.js'
import type { FieldErrors } from './cards.js'
import { html, page, type Html } from '@hissa/local-kit/html'
import { HOSTED_WORDS as words } from './checkout-words.js'

export const FIELDS = [
  { name: 'number', hint: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  { name: 'expiry', hint: 'MM / YY', autocomplete: 'cc-exp' },
  { name: 'cvc', hint: 'CVC', autocomplete: 'cc-csc' },
  { name: 'name', hint: '', autocomplete: 'cc-name' },
] as const

const timeText = (seconds: number, tag: string): string =>
  new Date(seconds * 1000).toLocaleString(tag, {
    timeZone: 'Asia/Dubai',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })

function head(session: Stripe.Checkout.Session, lines: Stripe.LineItem[], merchant: string): Html {
  return html`<p class="quiet">${merchant} · ${words.test}</p>
    <h1>${lines[0]?.description}</h1>
    <p class="amount">
      <bdi dir="ltr"
        ><small>${(session.currency ?? 'aed').toUpperCase()}</small> ${amountText(session.amount_total ?? 0)}</bdi
      >
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
    <p class="quiet small">${words.payBefore(timeText(session.expires_at, words.tag))}</p>`
}

function field(field: (typeof FIELDS)[number], value: string, error: string | undefined): Html {
  const { name, hint, autocomplete } = field
  const numeric = name === 'name' ? 'text' : 'numeric'
  const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : null
  return html`<div>
    <label for="${name}">${words.fields[name]}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      placeholder="${hint}"
      autocomplete="${autocomplete}"
      inputmode="${numeric}"
      dir="${name === 'name' ? 'auto' : 'ltr'}"
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
  /** The entered values, without card number and CVC. */
  name?: string
  expiry?: string
  errors?: FieldErrors
  /** The bank's response to the last attempt. */
  declined?: string
  /** The customer's saved cards. */
  saved: Stripe.PaymentMethod[]
  offersSaving: boolean
}

function savedCards(saved: Stripe.PaymentMethod[]): Html {
  return html`<fieldset>
    <legend>${words.savedCards}</legend>
    ${saved.map(
      ({ id, card }, index) =>
        html`<label>
          <input type="radio" name="saved" value="${id}" ${index === 0 && html`checked`} />
          ${(card?.brand ?? '').toUpperCase()} •••• ${card?.last4}
          ${String(card?.exp_month).padStart(2, '0')}/${String(card?.exp_year).slice(-2)}
        </label>`,
    )}
    <label><input type="radio" name="saved" value="" />${words.newCard}</label>
  </fieldset>`
}

/** Renders the hosted payment page: one form, no script. */
export function cardPage(view: CardPage): string {
  const { session, errors = {} } = view
  const [number, expiry, cvc, name] = FIELDS
  const amount = `${(session.currency ?? 'aed').toUpperCase()} ${amountText(session.amount_total ?? 0)}`
  const body = html`${head(session, view.lines, view.merchant)}
    <div class="sheet">
      ${view.declined && html`<p class="notice" role="alert">${view.declined}</p>`}
      <form method="post" action="/c/pay/${session.id}" novalidate>
        ${view.saved.length > 0 && savedCards(view.saved)} ${field(number, '', errors.number)}
        <div class="pair">${field(expiry, view.expiry ?? '', errors.expiry)}${field(cvc, '', errors.cvc)}</div>
        ${field(name, view.name ?? '', errors.name)}
        ${view.offersSaving && html`<label><input type="checkbox" name="save" value="1" />${words.save}</label>`}
        <button class="primary wide">${words.pay(amount)}</button>
      </form>
      ${session.cancel_url && html`<p class="small"><br /><a href="${session.cancel_url}">${words.cancel}</a></p>`}
    </div>
    <h2>${words.cards}</h2>
    <p class="quiet small">
      ${words.cardsText}<br />
      <code dir="ltr">4242 4242 4242 4242</code> ${words.pays} ·
      <code dir="ltr">4000 0000 0000 0002</code> ${words.declined} ·
      <code dir="ltr">4000 0000 0000 9995</code> ${words.noFunds} ·
      <code dir="ltr">4000 0027 6000 3184</code> ${words.challenge}
    </p>`
  return page(words.pay(amount), body, { narrow: true })
}

/** Renders the bank's 3-D Secure page: pass or fail. */
export function challengePage(view: Pick<CardPage, 'session' | 'lines' | 'merchant'>): string {
  const body = html`${head(view.session, view.lines, view.merchant)}
    <div class="sheet">
      <h2>${words.challengeTitle}</h2>
      <p class="quiet">${words.challengeText}</p>
      <form method="post" action="/c/pay/${view.session.id}/3ds">
        <p class="row">
          <button class="primary" name="result" value="complete">${words.complete}</button>
          <button name="result" value="fail">${words.fail}</button>
        </p>
      </form>
    </div>`
  return page('3-D Secure', body, { narrow: true })
}

/** Renders the page of a session that can no longer be paid. */
export function closedPage(status: 'complete' | 'expired' | 'unknown', backUrl: string | null): string {
  const [title, text] = words.closed[status]
  const body = html`<h1>${title}</h1>
    <p class="quiet">${text}</p>
    ${backUrl && html`<p><a href="${backUrl}">${words.back}</a></p>`}`
  return page(title, body, { narrow: true })
}
