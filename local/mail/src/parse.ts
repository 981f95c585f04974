import PostalMime, { type Address, type Attachment as Part } from 'postal-mime'

/** A mailbox in Mailpit's format. */
export interface Mailbox {
  Name: string
  Address: string
}

export interface Attachment {
  FileName: string
  ContentType: string
  Size: number
}

export interface ParsedMail {
  messageId: string
  from: Mailbox
  to: Mailbox[]
  cc: Mailbox[]
  replyTo: Mailbox[]
  subject: string
  /** The Date header as ISO text, or the time of arrival. */
  date: string
  text: string
  html: string
  headers: Record<string, string[]>
  attachments: Attachment[]
  /** Pictures inside the message as data addresses, by content id. Absent in messages of earlier releases. */
  pictures?: Record<string, string>
  sizeBytes: number
}

const mailboxes = (addresses: readonly Address[] | undefined): Mailbox[] =>
  (addresses ?? []).flatMap((one) =>
    one.group ? mailboxes(one.group) : [{ Name: one.name, Address: one.address ?? '' }],
  )

const isPicture = ({ contentId, mimeType }: Part): boolean => Boolean(contentId) && /^image\/[\w.+-]+$/.test(mimeType)
const bytesOf = (part: Part): Buffer => Buffer.from(part.content as ArrayBuffer)
const pictureOf = (part: Part): [cid: string, address: string] => [
  part.contentId!.replace(/^<|>$/g, ''),
  `data:${part.mimeType};base64,${bytesOf(part).toString('base64')}`,
]

const NOBODY: Mailbox = { Name: '', Address: '' }

/**
 * Reads a raw RFC 5322 message. `envelopeTo` is used when the message names no recipient (a blind copy).
 * Attachments are measured and discarded; pictures that the message shows are kept.
 */
export async function parseMail(raw: Buffer, envelopeTo: readonly string[], now: Date): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw)
  const headers: Record<string, string[]> = {}
  for (const { originalKey, value } of mail.headers) (headers[originalKey] ??= []).push(value)
  const to = mailboxes(mail.to)
  const date = mail.date && !Number.isNaN(Date.parse(mail.date)) ? new Date(mail.date) : now
  return {
    messageId: (mail.messageId ?? '').replace(/^<|>$/g, ''),
    from: mailboxes(mail.from ? [mail.from] : [])[0] ?? NOBODY,
    to: to.length > 0 ? to : envelopeTo.map((address) => ({ Name: '', Address: address })),
    cc: mailboxes(mail.cc),
    replyTo: mailboxes(mail.replyTo),
    subject: mail.subject ?? '',
    date: date.toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers,
    attachments: mail.attachments
      .filter((part) => !isPicture(part))
      .map((part) => ({ FileName: part.filename ?? '', ContentType: part.mimeType, Size: bytesOf(part).length })),
    pictures: Object.fromEntries(mail.attachments.filter(isPicture).map(pictureOf)),
    sizeBytes: raw.length,
  }
}
