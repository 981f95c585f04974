import type { FastifyInstance } from 'fastify'
import { html, page, type Html } from '@hissa/local-kit/html'
import { isFromOwnPage } from '@hissa/local-kit/own-page'
import { serveStyle } from '@hissa/local-kit/style'
import type { MailStore, StoredMail } from './store.js'

const ROWS = 100

const when = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const people = (mail: StoredMail): string => mail.to.map((one) => one.Address).join(', ')

function listPage(store: MailStore): string {
  const { total, mails } = store.list({ start: 0, limit: ROWS, query: '' })
  const rows = mails.map(
    (mail): Html =>
      html`<li>
        <a href="/messages/${mail.id}">
          <span class="row"
            ><span><bdi>${mail.subject}</bdi></span
            ><span class="quiet small">${when(mail.created)}</span></span
          >
          <span class="quiet small">${people(mail)}${!mail.read && html` · <span class="ok">new</span>`}</span></a
        >
      </li>`,
  )
  const body = html`<h1>Mail</h1>
    <p class="lead">Emails that the platform sends on this machine arrive here. Stored: ${total}.</p>
    ${
      rows.length > 0
        ? html`<ul class="list">
            ${rows}
          </ul>`
        : html`<p>There are no emails yet. Sign up to receive the first one.</p>`
    }
    ${
      rows.length > 0 &&
      html`<br />
        <form method="post" action="/empty"><button class="small">Delete all</button></form>`
    }`
  return page('Mail', body, { home: '/', aside: html`<a href="/">Refresh</a>` })
}

function messagePage(mail: StoredMail, part: 'html' | 'text'): string {
  const tab = (name: 'html' | 'text', label: string): Html =>
    html`<a href="/messages/${mail.id}?part=${name}" ${part === name && html` aria-current="page"`}>${label}</a>`
  const body = html`<h1><bdi>${mail.subject}</bdi></h1>
    <p class="lead small">
      From <bdi>${mail.from.Name}</bdi> &lt;${mail.from.Address}&gt; to ${people(mail)}<br />${when(mail.created)}
    </p>
    <nav>${mail.html !== '' && tab('html', 'Message')}${tab('text', 'Text')}</nav>
    ${part === 'html' ? html`<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${mail.id}/body"></iframe>` : html`<pre dir="auto">${mail.text}</pre>`}`
  return page(mail.subject, body, { home: '/', aside: html`<a href="/">All mail</a>` })
}

/** Renders the web pages: the list, and one message with its HTML in a frame without scripts. */
export function registerMailPages(app: FastifyInstance, store: MailStore): void {
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(store)))
  serveStyle(app)
  app.post('/empty', (request, reply) => {
    if (!isFromOwnPage(request)) return reply.status(403).send('Forbidden')
    store.remove([])
    return reply.redirect('/', 303)
  })
  app.get<{ Params: { id: string }; Querystring: { part?: string } }>('/messages/:id', (request, reply) => {
    const mail = store.get(request.params.id)
    void reply.type('text/html; charset=utf-8')
    if (!mail)
      return reply.status(404).send(
        page(
          'Message not found',
          html`<h1>Message not found</h1>
            <p><a href="/">All mail</a></p>`,
        ),
      )
    store.markRead(mail.id)
    return reply.send(messagePage(mail, mail.html === '' || request.query.part === 'text' ? 'text' : 'html'))
  })
  app.get<{ Params: { id: string } }>('/messages/:id/body', (request, reply) => {
    const mail = store.get(request.params.id)
    if (!mail) return reply.status(404).send('')
    void reply.header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    )
    // Links open in a new tab, not inside the frame.
    const inNewTab = mail.html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
    const withPictures = inNewTab.replace(/(?<=src=")cid:([^"]+)/g, (cid, id: string) => mail.pictures?.[id] ?? cid)
    return reply.type('text/html; charset=utf-8').send(withPictures)
  })
}
