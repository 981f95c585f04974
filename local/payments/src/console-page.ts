import type Stripe from 'stripe'
import { html, page, type Html } from '@hissa/local-kit/html'
import { amountText } from './amount.js'
import type { Sandbox } from './sandbox.js'
import type { Store } from './store.js'

const ROWS = 50

const when = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

function sessionRow(session: Stripe.Checkout.Session): Html {
  const open = session.status === 'open' && session.url
  const amount = `${(session.currency ?? '').toUpperCase()} ${amountText(session.amount_total ?? 0)}`
  return html`<tr>
    <td>${when(session.created)}</td>
    <td><code>${session.id.slice(0, 20)}…</code></td>
    <td>${session.client_reference_id}</td>
    <td class="end">${amount}</td>
    <td>${session.status}, ${session.payment_status}</td>
    <td>${open && html`<a href="/c/pay/${session.id}">Pay</a>`}</td>
  </tr>`
}

function eventRow(store: Store, event: Stripe.Event): Html {
  const delivery = store.delivery(event.id)
  const attempts = store.attempts(event.id)
  const last = attempts[0]
  const state = delivery?.delivered
    ? html`<span class="ok">acknowledged</span>`
    : html`<span class="no">${delivery?.next ? 'retrying' : 'failed'}</span>`
  return html`<tr>
    <td>${when(event.created)}</td>
    <td>${event.type}<br /><code>${event.id}</code></td>
    <td>
      ${state}, ${delivery?.attempts ?? 0}
      ${delivery?.attempts === 1 ? 'attempt' : 'attempts'}${last && html`<br /><span class="quiet">${last.error ?? `HTTP ${last.status}`}</span>`}
    </td>
    <td>
      <form method="post" action="/events/${event.id}/resend"><button class="small">Send again</button></form>
    </td>
  </tr>`
}

const button = (action: string, label: string): Html =>
  html`<form method="post" action="${action}"><button class="small">${label}</button></form>`

/** Renders the button that refunds what is left of a charge, or the amount that is entered. */
function refundForm(charge: Stripe.Charge): Html {
  const left = amountText(charge.amount - charge.amount_refunded)
  return html`<form method="post" action="/charges/${charge.id}/refund">
    <input name="amount" size="10" inputmode="decimal" aria-label="Amount to refund" placeholder="${left}" />
    <button class="small">Refund</button>
  </form>`
}

function stateOf(charge: Stripe.Charge): string {
  if (charge.disputed) return 'disputed'
  if (charge.refunded) return 'refunded'
  return charge.amount_refunded > 0 ? `refunded ${amountText(charge.amount_refunded)}` : charge.status
}

function chargeRow(charge: Stripe.Charge): Html {
  const amount = `${charge.currency.toUpperCase()} ${amountText(charge.amount)}`
  const left = charge.amount > charge.amount_refunded
  return html`<tr>
    <td>${when(charge.created)}</td>
    <td><code>${charge.id}</code></td>
    <td class="end">${amount}</td>
    <td>${stateOf(charge)}</td>
    <td>
      <div class="actions">
        ${charge.paid && left && refundForm(charge)}
        ${charge.paid && left && !charge.disputed && button(`/charges/${charge.id}/dispute`, 'Dispute')}
      </div>
    </td>
  </tr>`
}

function refundRow(refund: Stripe.Refund): Html {
  return html`<tr>
    <td>${when(refund.created)}</td>
    <td><code>${refund.id}</code></td>
    <td class="end">${refund.currency.toUpperCase()} ${amountText(refund.amount)}</td>
    <td>${refund.status}</td>
    <td>
      <div class="actions">
        ${refund.status === 'pending' && button(`/refunds/${refund.id}/complete`, 'Complete')}
        ${refund.status !== 'failed' && button(`/refunds/${refund.id}/fail`, 'Fail')}
      </div>
    </td>
  </tr>`
}

function disputeRow(dispute: Stripe.Dispute): Html {
  const open = dispute.status === 'needs_response'
  return html`<tr>
    <td>${when(dispute.created)}</td>
    <td><code>${dispute.id}</code></td>
    <td class="end">${dispute.currency.toUpperCase()} ${amountText(dispute.amount)}</td>
    <td>${dispute.status}</td>
    <td>
      <div class="actions">
        ${open && button(`/disputes/${dispute.id}/win`, 'Win')}
        ${open && button(`/disputes/${dispute.id}/lose`, 'Lose')}
      </div>
    </td>
  </tr>`
}

/** Renders charges, refunds and disputes with the buttons that change them. */
function moneyTable(title: string, rows: Html[], words: string): Html {
  return html`<h2>${title}</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Created</th>
            <th>Id</th>
            <th class="end">Amount</th>
            <th>State</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${
            rows.length > 0
              ? rows
              : html`<tr>
                  <td class="quiet" colspan="5">${words}</td>
                </tr>`
          }
        </tbody>
      </table>
    </div>`
}

/** Renders the sandbox's page: the newest sessions, events and deliveries. */
export function consolePage(store: Store, sandbox: Sandbox, webhookUrl: string): string {
  sandbox.expireDue()
  const sessions = store.list<Stripe.Checkout.Session>('checkout.session', { limit: ROWS })
  const charges = store.list<Stripe.Charge>('charge', { limit: ROWS }).map(chargeRow)
  const refunds = store.list<Stripe.Refund>('refund', { limit: ROWS }).map(refundRow)
  const disputes = store.list<Stripe.Dispute>('dispute', { limit: ROWS }).map(disputeRow)
  const events = store.list<Stripe.Event>('event', { limit: ROWS })
  const none = (columns: number, words: string): Html =>
    html`<tr>
      <td class="quiet" colspan="${columns}">${words}</td>
    </tr>`
  const body = html`<h1>Payments sandbox</h1>
    <p class="lead">
      Simulates Stripe on this machine. No money moves. Webhooks go to <code>${webhookUrl}</code>. Times are UTC.
    </p>
    <h2>Checkout sessions</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Created</th>
            <th>Session</th>
            <th>Reference</th>
            <th class="end">Amount</th>
            <th>State</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${sessions.length > 0 ? sessions.map(sessionRow) : none(6, 'Sessions appear here when a payer opens the payment page.')}
        </tbody>
      </table>
    </div>
    ${moneyTable('Charges', charges, 'Charges appear here when a card is used.')}
    ${moneyTable('Refunds', refunds, 'Refunds appear here when they are made.')}
    ${moneyTable('Disputes', disputes, 'Disputes appear here when a charge is disputed.')}
    <h2>Events</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Created</th>
            <th>Event</th>
            <th>Delivery</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${events.length > 0 ? events.map((event) => eventRow(store, event)) : none(4, 'Events appear here when a session is paid, declined or expires.')}
        </tbody>
      </table>
    </div>`
  return page('Payments sandbox', body, { home: '/' })
}
