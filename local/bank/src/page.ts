import { html, type Html, page } from '@hissa/local-kit/html'
import { type BankStore, type Mode, MODES, type Payment } from './store.js'

const ROWS = 100
const WORDS: Record<Mode, string> = {
  pay: 'Pay at once',
  hold: 'Wait for a button',
  reject: 'Reject',
  return: 'Pay, then return',
}

const button = (action: string, label: string): Html =>
  html`<form method="post" action="${action}"><button class="small">${label}</button></form>`

function row({ seq, amount, currency, name, iban, state }: Payment): Html {
  return html`<tr>
    <td><bdi>${name}</bdi><br /><code>${iban}</code></td>
    <td class="end">${currency} ${amount}</td>
    <td>${state}</td>
    <td>
      <div class="actions">
        ${state === 'held' && button(`/payments/${seq}/paid`, 'Pay')}
        ${state === 'held' && button(`/payments/${seq}/rejected`, 'Reject')}
        ${state === 'paid' && button(`/payments/${seq}/returned`, 'Return')}
      </div>
    </td>
  </tr>`
}

/** Renders the page of the bank: what happens to new payments, and the newest payments. */
export function bankPage(store: BankStore): string {
  const rows = store.newest(ROWS).map(row)
  const mode = (one: Mode) =>
    one === store.mode ? html`<strong>${WORDS[one]}</strong>` : button(`/mode/${one}`, WORDS[one])
  const body = html`<h1>Bank sandbox</h1>
    <p class="lead">
      Simulates the bank of the client money account. No money moves. Statements: ${store.lastStatement()}.
    </p>
    <h2>New payments</h2>
    <div class="actions">${MODES.map(mode)}</div>
    <h2>Payments</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Receiver</th>
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
                  <td class="quiet" colspan="4">Payments appear here when a payment file is approved.</td>
                </tr>`
          }
        </tbody>
      </table>
    </div>`
  return page('Bank sandbox', body, { home: '/', aside: html`<a href="/">Refresh</a>` })
}
