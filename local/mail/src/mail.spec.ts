import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAs } from '@hissa/testing-helpers'
import { startMail, type Mail } from './index.js'

let dataDir: string
let mail: Mail

interface MailParts {
  html?: string
  messageId?: string
  attachment?: { name: string; content: string }
  picture?: { id: string; content: string }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const word = (text: string): string => `=?UTF-8?B?${base64(text)}?=`
const part = (type: string, text: string, more = ''): string =>
  `--b\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${base64(text)}\r\n`

function compose(to: string, subject: string, { html, messageId, attachment, picture }: MailParts): string {
  const name = /^"(.*)" (<.*>)$/.exec(to)
  const disposition = `Content-Disposition: attachment; filename=${attachment?.name}\r\n`
  return [
    'From: Hissa <no-reply@hissa.test>',
    `To: ${name ? `${word(name[1] ?? '')} ${name[2]}` : to}`,
    `Subject: ${word(subject)}`,
    `Message-ID: ${messageId ?? '<1@hissa.test>'}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    part('text/plain', 'Plain words') +
      (html ? part('text/html', html) : '') +
      (picture ? part('image/png', picture.content, `Content-ID: <${picture.id}>\r\n`) : '') +
      (attachment ? part('text/plain', attachment.content, disposition) : ''),
    '--b--',
    '.',
  ].join('\r\n')
}

/** Sends the lines to the SMTP port in sequence; rejects with the first negative reply. */
async function send(to: string, subject: string, parts: MailParts = {}): Promise<void> {
  const { hostname, port } = new URL(mail.smtpUrl)
  const address = /[^<\s"]+@[^>\s]+/.exec(to)?.[0]
  const lines = [
    'EHLO test',
    'MAIL FROM:<no-reply@hissa.test>',
    `RCPT TO:<${address}>`,
    'DATA',
    compose(to, subject, parts),
    'QUIT',
  ]
  const socket = connect(Number(port), hostname)
  try {
    let buffer = ''
    for await (const chunk of socket) {
      buffer += String(chunk)
      const answer = /^(\d{3}) .*\r\n/m.exec(buffer)
      if (!answer) continue
      buffer = ''
      if (Number(answer[1]) >= 400) throw Object.assign(new Error(answer[0]), { responseCode: Number(answer[1]) })
      const line = lines.shift()
      if (line === undefined) return
      socket.write(`${line}\r\n`)
    }
  } finally {
    socket.destroy()
  }
}

const get = async (path: string): Promise<any> => (await fetch(`${mail.httpUrl}${path}`)).json()

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  mail = await startMail({ httpPort: 0, smtpPort: 0, dataDir })
})

afterEach(async () => {
  await mail.close()
  rmSync(dataDir, { recursive: true })
})

describe('the mail catcher', () => {
  it("stores messages received by SMTP and returns them in Mailpit's format, including Arabic and attachments", async () => {
    await send('"عائشة" <aisha@hissa.test>', 'رمز التأكيد', {
      html: '<html dir="rtl"><head></head><body>رمزك ‎123456</body></html>',
      messageId: '<row-1@hissa.test>',
      attachment: { name: 'a.txt', content: 'abc' },
    })
    const list = await get('/api/v1/messages')
    expect(list).toMatchObject({
      total: 1,
      unread: 1,
      count: 1,
      start: 0,
      messages: [
        {
          Subject: 'رمز التأكيد',
          To: [{ Name: 'عائشة', Address: 'aisha@hissa.test' }],
          Attachments: 1,
          Snippet: 'Plain words',
        },
      ],
    })
    const message = await get(`/api/v1/message/${list.messages[0].ID}`)
    expect(message).toMatchObject({
      MessageID: 'row-1@hissa.test',
      From: { Name: 'Hissa', Address: 'no-reply@hissa.test' },
      Subject: 'رمز التأكيد',
      Text: expect.stringContaining('Plain words'),
      HTML: expect.stringContaining('رمزك'),
      Attachments: [{ FileName: 'a.txt', Size: 3 }],
      Headers: { 'Message-ID': ['<row-1@hissa.test>'] },
    })
    expect((await get('/api/v1/messages')).unread).toBe(0)
  })

  it('pages, searches and deletes', async () => {
    for (const n of [1, 2, 3]) await send(`user${n}@hissa.test`, `Number ${n}`)
    expect((await get('/api/v1/messages?limit=1&start=1')).messages.map((m: { Subject: string }) => m.Subject)).toEqual(
      ['Number 2'],
    )
    const found = await get('/api/v1/messages?query=to:user3@hissa.test')
    expect(found).toMatchObject({ total: 3, messages_count: 1, messages: [{ Subject: 'Number 3' }] })
    const one = await fetch(`${mail.httpUrl}/api/v1/messages`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ IDs: [found.messages[0].ID] }),
    })
    expect(one.status).toBe(200)
    expect((await get('/api/v1/messages')).total).toBe(2)
    await fetch(`${mail.httpUrl}/api/v1/messages`, { method: 'DELETE' })
    expect((await get('/api/v1/messages')).total).toBe(0)
    expect((await fetch(`${mail.httpUrl}/api/v1/message/none`)).status).toBe(404)
  })

  it.each([['attacker.test'], ['localhost', 'localhost']])('refuses requests to the host %p', async (...hosts) => {
    const { status, response } = await getAs(`${mail.httpUrl}/api/v1/messages`, hosts)
    expect([status, response]).toEqual([400, expect.stringContaining('"code":"BAD_REQUEST"')])
  })

  it.each([
    ['same-origin', 303],
    ['cross-site', 403],
  ])('answers a form from a page that is %s with %i', async (site, status) => {
    const headers = { 'sec-fetch-site': site }
    const answer = await fetch(`${mail.httpUrl}/empty`, { method: 'POST', headers, redirect: 'manual' })
    expect(answer.status).toBe(status)
  })

  it('keeps its messages across a restart', async () => {
    await send('aisha@hissa.test', 'Kept')
    await mail.close()
    mail = await startMail({ httpPort: 0, smtpPort: 0, dataDir })
    expect((await get('/api/v1/message/latest')).Subject).toBe('Kept')
  })

  it('shows the pictures inside a message, and counts none of them as an attachment', async () => {
    const html = '<html><head></head><img src="cid:a@b" /><img src="cid:other" /></html>'
    await send('aisha@hissa.test', 'Picture', { html, picture: { id: 'a@b', content: 'png' } })
    const [message] = (await get('/api/v1/messages')).messages
    expect(message.Attachments).toBe(0)
    expect((await get(`/api/v1/message/${message.ID}`)).HTML).toContain('src="cid:a@b"')
    const body = await (await fetch(`${mail.httpUrl}/messages/${message.ID}/body`)).text()
    expect(body).toContain(`<img src="data:image/png;base64,${base64('png')}" />`)
    expect(body).toContain('<img src="cid:other" />')
  })

  it('shows a message without running any of its content', async () => {
    await send('aisha@hissa.test', 'A <b>bold</b> subject', {
      html: '<html><head></head><script>alert(1)</script><p>Hello</p></html>',
    })
    const id = (await get('/api/v1/messages')).messages[0].ID
    expect(await (await fetch(mail.httpUrl)).text()).toContain('A &lt;b&gt;bold&lt;/b&gt; subject')
    expect(await (await fetch(`${mail.httpUrl}/messages/${id}`)).text()).toContain(
      '<iframe title="Message" sandbox="allow-popups',
    )
    const body = await fetch(`${mail.httpUrl}/messages/${id}/body`)
    expect(body.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups [^;]*; default-src 'none'/)
    expect(body.headers.get('content-security-policy')).not.toContain('allow-scripts')
    expect(await (await fetch(`${mail.httpUrl}/messages/${id}?part=text`)).text()).toContain(
      '<pre dir="auto">Plain words',
    )
  })

  it.each([
    ['down', 421],
    ['error', 451],
  ] as const)('refuses mail while the fault is %s, and takes it after', async (mode, responseCode) => {
    mail.setFault(mode, Date.now() + 60_000)
    await expect(send('aisha@hissa.test', 'Lost')).rejects.toMatchObject({ responseCode })
    mail.setFault(null, 0)
    await send('aisha@hissa.test', 'Taken')
    expect((await get('/api/v1/messages')).messages.map((m: { Subject: string }) => m.Subject)).toEqual(['Taken'])
  })
})
