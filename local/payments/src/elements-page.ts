import type Stripe from 'stripe'
import { html, type Html } from '@hissa/local-kit/html'
import { FIELDS } from './checkout-page.js'
import type { CheckoutWords } from './checkout-words.js'

export interface FramePage {
  words: CheckoutWords
  locale: string
  channel: string
  clientSecret: string
  /** Origin of the page that embeds the frame. */
  parentOrigin: string
  saved: Stripe.PaymentMethod[]
  offersSaving: boolean
}

/** Renders the card fields, and the customer's saved cards above them. */
export function framePage(view: FramePage): string {
  const { words } = view
  const body = html`<form novalidate autocomplete="on">
    ${view.saved.length > 0 && savedCards(view.saved, words)}
    <div class="fields">
      ${FIELDS.map(
        ({ name, hint, autocomplete }) =>
          html`<div class="${name === 'expiry' || name === 'cvc' ? 'half' : 'wide'}">
            <label for="${name}">${words.fields[name]}</label>
            <input
              id="${name}"
              name="${name}"
              placeholder="${hint}"
              autocomplete="${autocomplete}"
              inputmode="${name === 'name' ? 'text' : 'numeric'}"
              dir="${name === 'name' ? 'auto' : 'ltr'}"
              maxlength="100"
              aria-describedby="${name}-error"
            />
            <p class="error" id="${name}-error" role="alert" hidden></p>
          </div>`,
      )}
    </div>
    ${
      view.offersSaving &&
      html`<label class="choice save"><input type="checkbox" name="save" value="1" />${words.save}</label>`
    }
  </form>`
  return document(view, body, 'frame.js')
}

function savedCards(saved: Stripe.PaymentMethod[], words: CheckoutWords): Html {
  return html`<fieldset>
    <legend>${words.savedCards}</legend>
    ${saved.map(
      ({ id, card }, index) =>
        html`<label class="choice">
          <input type="radio" name="saved" value="${id}" ${index === 0 && html`checked`} />
          <bdi dir="ltr"
            >${(card?.brand ?? '').toUpperCase()} •••• ${card?.last4}
            ${String(card?.exp_month).padStart(2, '0')}/${String(card?.exp_year).slice(-2)}</bdi
          >
        </label>`,
    )}
    <label class="choice"><input type="radio" name="saved" value="" />${words.newCard}</label>
  </fieldset>`
}

/** Renders the frame of a session that can no longer be completed. */
export function closedFrame(view: Omit<FramePage, 'saved' | 'offersSaving'>, status: 'complete' | 'expired'): string {
  return document(view, html`<p>${view.words.closed[status][1]}</p>`, 'frame.js')
}

/** Renders the bank's page inside a merchant's page; with an `outcome`, the page that reports it. */
export function challengeFrame(
  view: Pick<FramePage, 'words' | 'clientSecret' | 'parentOrigin' | 'locale'>,
  outcome?: unknown,
): string {
  const { words } = view
  const body = html`<form method="post" class="bank">
    <h1>${words.challengeTitle}</h1>
    <p>${words.challengeText}</p>
    <p>
      <button name="result" value="complete">${words.complete}</button>
      <button name="result" value="fail">${words.fail}</button>
    </p>
  </form>`
  const state = outcome === undefined ? {} : { outcome: JSON.stringify(outcome) }
  return document({ ...view, channel: '', ...state }, outcome === undefined ? body : html``, 'challenge.js')
}

interface Frame {
  words: CheckoutWords
  locale: string
  channel: string
  clientSecret: string
  parentOrigin: string
  outcome?: string
}

function document(view: Frame, body: Html, script: string): string {
  const { lang } = view.words
  return html`<!doctype html>
    <html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${view.words.frameTitle}</title>
        <link rel="stylesheet" href="/elements/frame.css" />
        <script type="module" src="/elements/${script}"></script>
      </head>
      <body
        data-channel="${view.channel}"
        data-parent-origin="${view.parentOrigin}"
        data-client-secret="${view.clientSecret}"
        data-locale="${view.locale}"
        data-outcome="${view.outcome ?? ''}"
      >
        ${body}
      </body>
    </html> `.text
}
