import type { FaultMode } from '@hissa/local-kit/fault'
import { html, page, type Html } from '@hissa/local-kit/html'
import { newPerson, passportLines } from '@hissa/testing-driver'
import { demoAccounts, demoPassword } from '../seed/accounts.js'
import type { CatalogueEntry } from './catalogue.js'
import type { FaultOffer } from './faults.js'

export interface PageLinks {
  app: string
  /** Absent when a real mail server or Stripe is configured. */
  mail?: string | undefined
  payments?: string | undefined
  bank?: string | undefined
  /** The command that starts again with an empty data folder. */
  freshStart: string
}

export interface SandboxPage {
  links: PageLinks
  events: readonly CatalogueEntry[]
  faults: readonly FaultOffer[]
}

/** The sandbox's rules, added to the style that all local tools share. */
export const sandboxRules = `
.tiles{columns:3 320px;column-gap:16px;margin-block:32px 16px}.sheet{break-inside:avoid;margin-block-end:16px}.sheet h2{margin:0 0 12px}
.plain{list-style:none;margin:0;padding:0}.plain li{padding-block:8px;border-block-end:1px solid var(--line)}
.plain li:last-child{border:0;padding-block-end:0}.plain:empty{display:none}
.list li:last-child{border:0}.list strong{font-weight:500}
.ask{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px}.ask button{white-space:nowrap}.scroll table{min-width:520px}
p.after{margin-block-start:12px}
.clock{font-size:26px;font-weight:380;letter-spacing:-.035em;margin:0}
.buttons{display:flex;flex-wrap:wrap;gap:8px;margin-block:12px}
select{min-height:44px;width:100%;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--field);border-radius:10px;padding:8px 12px}
.sheet h3{font-size:13px;font-weight:500;letter-spacing:0;margin:16px 0 4px}
#offset:empty,[role=status]:empty{display:none}[role=status]{margin-block-start:12px;font-size:13px}
details summary{cursor:pointer;min-height:44px;padding-block:10px}
`

/** Renders the page for newcomers: accounts, local tools, the clock, faults, streams and events. */
export function sandboxPage({ links, events, faults }: SandboxPage): string {
  const body = html`<h1>Sandbox</h1>
    <p class="lead">
      Everything here runs on this machine. Money, emails and cards are simulated. The rest is the real product.
    </p>
    <div class="tiles">
      ${[accounts(), passport(), tools(links), clock(links.freshStart), chain(), faultSwitches(faults)]}
    </div>
    ${[streams(), catalogue(events)]}`
  const aside = html`<a href="${links.app}">Open the app</a>`
  return page('Sandbox – Hissa', body, { prefix: '/sandbox', home: links.app, aside, script: '/sandbox/sandbox.js' })
}

function accounts(): Html {
  const rows = demoAccounts.map(
    ({ email, about }) => html`<li>${email}<br /><span class="quiet small">${about}</span></li>`,
  )
  return html`<section class="sheet" aria-labelledby="accounts">
    <h2 id="accounts">Demo accounts</h2>
    <p>Password for every account: <code>${demoPassword}</code></p>
    <ul class="plain">
      ${rows}
    </ul>
  </section>`
}

/** Renders values that pass identity verification: a fictional passport with matching check digits. */
function passport(): Html {
  const person = newPerson({ firstName: 'Nova', lastName: 'Testwright' })
  const lines = passportLines(person.document)
  return html`<section class="sheet" aria-labelledby="passport">
    <h2 id="passport">Sample passport</h2>
    <p>
      Use the full name <code>Nova Testwright</code>, date of birth 17 April 1988, and United Kingdom as nationality and
      country of issue. Upload any picture and enter these lines. They change with each visit, because each document is
      accepted once:
    </p>
    <pre class="scroll">${lines.join('\n')}</pre>
    <p class="quiet small after">
      Cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3184 asks for 3-D Secure.
    </p>
  </section>`
}

function tools({ mail, payments, bank }: PageLinks): Html {
  return html`<section class="sheet" aria-labelledby="tools">
    <h2 id="tools">Tools</h2>
    <ul class="list">
      ${
        mail &&
        html`<li>
          <a href="${mail}"
            ><strong>Mail</strong><br /><span class="quiet small"
              >Emails that the platform has sent, with their codes</span
            ></a
          >
        </li>`
      }
      ${
        payments &&
        html`<li>
          <a href="${payments}"
            ><strong>Payments</strong><br /><span class="quiet small"
              >Checkout sessions, webhooks and their deliveries</span
            ></a
          >
        </li>`
      }
      ${
        bank &&
        html`<li>
          <a href="${bank}"
            ><strong>Bank</strong><br /><span class="quiet small"
              >Withdrawals: pay, hold, reject or return them</span
            ></a
          >
        </li>`
      }
      <li>
        <a href="/api/docs"
          ><strong>API reference</strong><br /><span class="quiet small"
            >OpenAPI; also /api/openapi.json and /api/asyncapi.json</span
          ></a
        >
      </li>
    </ul>
  </section>`
}

function clock(freshStart: string): Html {
  const button = (advance: string, words: string) =>
    html`<button type="button" class="small" data-advance="${advance}">${words}</button>`
  return html`<section class="sheet" aria-labelledby="clock">
    <h2 id="clock">Business clock</h2>
    <p class="clock" id="now">…</p>
    <p class="quiet small" id="offset"></p>
    <div class="buttons">
      ${[button('PT31M', '+31 minutes'), button('PT1H', '+1 hour'), button('PT48H', '+48 hours'), button('P7D', '+7 days')]}
    </div>
    <form id="clock-form">
      <label for="set">Go to (UTC)</label>
      <div class="ask"><input id="set" name="set" type="datetime-local" required /><button>Go</button></div>
    </form>
    <p class="quiet small after">
      Deadlines that pass are handled in order. The clock only moves forward. Run <code>${freshStart}</code> to start
      again without any data.
    </p>
    <p role="status" id="clock-status"></p>
  </section>`
}

/** Renders the tile of the chain; the script fills in its state. */
function chain(): Html {
  return html`<section class="sheet" aria-labelledby="chain">
    <h2 id="chain">Chain</h2>
    <p class="clock" id="chain-block">…</p>
    <p class="small" id="chain-status"></p>
    <p class="quiet small">RPC: <code id="chain-url">…</code></p>
    <ul class="list">
      <li>
        <a href="/tokenization"
          ><strong>Tokenization</strong><br /><span class="quiet small"
            >Tokens, minted shares and anchored registers</span
          ></a
        >
      </li>
    </ul>
    <p class="quiet small after">
      The chain uses wall time. Moving the business clock doesn’t change the time of its blocks.
    </p>
  </section>`
}

const partNames: Record<string, string> = {
  email: 'Email',
  payments: 'Payments',
  chain: 'Chain (RPC)',
  bus: 'Bus (NATS)',
  store: 'Store',
}
const modeNames: Record<FaultMode, string> = { down: 'Down', slow: 'Slow', error: 'Returns errors' }

/** Renders only the faults that are available in this environment; the script shows the modes of the selected part. */
function faultSwitches(offers: readonly FaultOffer[]): Html {
  const offered = offers.filter(({ modes }) => modes.length > 0)
  const reasons = offers.flatMap(({ reason }) => (reason ? [html`<li class="quiet">${reason}</li>`] : []))
  return html`<section class="sheet" aria-labelledby="faults">
    <h2 id="faults">Fault switches</h2>
    ${offered.length > 0 && faultForm(offered)}
    <ul class="plain small" id="fault-list"></ul>
    <p role="status" id="fault-status"></p>
    ${
      reasons.length > 0 &&
      html`<h3>Not available here</h3>
        <ul class="plain small">
          ${reasons}
        </ul>`
    }
  </section>`
}

function faultForm(offers: readonly FaultOffer[]): Html {
  const parts = offers.map(
    ({ target, modes }) =>
      html`<option value="${target}" data-modes="${modes.join(' ')}">${partNames[target] ?? target}</option>`,
  )
  const modes = offers[0]!.modes.map((mode) => html`<option value="${mode}">${modeNames[mode]}</option>`)
  return html`<form id="fault-form" data-mode-names="${JSON.stringify(modeNames)}">
    <label for="target">Part</label>
    <select id="target" name="target">
      ${parts}
    </select>
    <label for="mode">Fault</label>
    <select id="mode" name="mode">
      ${modes}
    </select>
    <label for="for">For</label>
    <select id="for" name="for">
      <option value="PT10S">10 seconds</option>
      <option value="PT30S">30 seconds</option>
      <option value="PT2M">2 minutes</option>
    </select>
    <div class="buttons"><button>Switch on</button></div>
  </form>`
}

function streams(): Html {
  return html`<section class="sheet" aria-labelledby="streams">
    <h2 id="streams">Streams</h2>
    <p class="quiet small">
      Each service has one stream for its events and one for events that it could not handle. Waiting and in progress
      are counted across all consumers of a stream.
    </p>
    <div class="scroll" tabindex="0" role="group" aria-label="Table of streams">
      <table>
        <thead>
          <tr>
            <th>Stream</th>
            <th class="end">Messages</th>
            <th class="end">Consumers</th>
            <th class="end">Waiting</th>
            <th class="end">In progress</th>
          </tr>
        </thead>
        <tbody id="stream-rows">
          <tr>
            <td colspan="5" class="quiet">Reading the bus</td>
          </tr>
        </tbody>
      </table>
    </div>
  </section>`
}

function catalogue(events: readonly CatalogueEntry[]): Html {
  const rows = events.map(
    ({ type, fields }) =>
      html`<tr>
        <td><code>${type}</code></td>
        <td class="quiet">${fields.join(', ')}</td>
      </tr>`,
  )
  return html`<section class="sheet" aria-labelledby="events">
    <h2 id="events">Event catalogue</h2>
    <details>
      <summary>${events.length} event types and their fields</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="Table of events">
        <table>
          <thead>
            <tr>
              <th>Type</th>
              <th>Fields</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}
