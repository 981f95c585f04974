import type { FastifyInstance } from 'fastify'
import type { MailStore, StoredMail } from './store.js'

const MAX_LIMIT = 500
const SNIPPET_CHARS = 250

const summaryOf = (mail: StoredMail) => ({
  ID: mail.id,
  MessageID: mail.messageId,
  Read: mail.read,
  From: mail.from,
  To: mail.to,
  Cc: mail.cc,
  Bcc: [],
  ReplyTo: mail.replyTo,
  Subject: mail.subject,
  Created: new Date(mail.created).toISOString(),
  Tags: [],
  Size: mail.sizeBytes,
  Attachments: mail.attachments.length,
  Snippet: mail.text.replace(/\s+/g, ' ').trim().slice(0, SNIPPET_CHARS),
})

const messageOf = (mail: StoredMail) => ({
  ID: mail.id,
  MessageID: mail.messageId,
  From: mail.from,
  To: mail.to,
  Cc: mail.cc,
  Bcc: [],
  ReplyTo: mail.replyTo,
  ReturnPath: mail.from.Address,
  Subject: mail.subject,
  Date: mail.date,
  Tags: [],
  Text: mail.text,
  HTML: mail.html,
  Size: mail.sizeBytes,
  Inline: [],
  Attachments: mail.attachments,
  Headers: mail.headers,
})

const whole = (text: string | undefined, fallback: number, max: number): number => {
  const value = Number(text ?? fallback)
  return Number.isSafeInteger(value) && value >= 0 ? Math.min(value, max) : fallback
}

/**
 * Registers the part of Mailpit's API that tests and tools use: list, read, headers, delete. `query` is text or `to:`,
 * `from:`, `subject:` and text.
 */
export function registerMailApi(app: FastifyInstance, store: MailStore): void {
  app.get<{ Querystring: Record<string, string | undefined> }>('/api/v1/messages', (request) => {
    const { limit, start, query = '' } = request.query
    const from = whole(start, 0, Number.MAX_SAFE_INTEGER)
    const needle = query.replace(/^(to|from|subject):/, '').replace(/^"|"$/g, '')
    const found = store.list({ start: from, limit: whole(limit, 50, MAX_LIMIT), query: needle })
    return {
      total: found.total,
      unread: found.unread,
      count: found.mails.length,
      messages_count: found.matched,
      start: from,
      tags: [],
      messages: found.mails.map(summaryOf),
    }
  })
  app.get<{ Params: { id: string } }>('/api/v1/message/:id', (request, reply) => {
    const { id } = request.params
    const mail = id === 'latest' ? store.list({ start: 0, limit: 1, query: '' }).mails[0] : store.get(id)
    if (!mail) return reply.status(404).send({ Error: 'message not found' })
    store.markRead(mail.id)
    return messageOf(mail)
  })
  app.get<{ Params: { id: string } }>('/api/v1/message/:id/headers', (request, reply) => {
    return store.get(request.params.id)?.headers ?? reply.status(404).send({ Error: 'message not found' })
  })
  app.delete<{ Body: { IDs?: string[] } | null }>('/api/v1/messages', (request, reply) => {
    store.remove(request.body?.IDs ?? [])
    return reply.type('text/plain').send('ok')
  })
}
