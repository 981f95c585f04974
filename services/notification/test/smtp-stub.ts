import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface CaughtMail {
  to: string
  messageId: string
  raw: string
}

/** A minimal SMTP server: accepts mail, can be closed and reopened on its port, and can reject recipients. */
export class SmtpStub {
  readonly mails: CaughtMail[] = []
  refuseRecipientsWith: string | null = null
  private server: Server | null = null
  private readonly sockets = new Set<Socket>()
  private port = 0

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  async open(): Promise<void> {
    this.server = createServer((socket) => this.serve(socket))
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.server.address() as AddressInfo).port
  }

  async shut(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(null)))
    this.server = null
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let buffer = ''
    let data: string[] | null = null
    let to = ''
    const line = (text: string): void => {
      if (data) {
        if (text !== '.') return void data.push(text)
        const raw = data.join('\r\n')
        data = null
        // A long header is folded onto a second line.
        this.mails.push({ to, raw, messageId: /^Message-ID:\s+(\S+)\s*$/im.exec(raw)?.[1] ?? '' })
        return void socket.write('250 taken\r\n')
      }
      const verb = text.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') to = /<(.*?)>/.exec(text)?.[1] ?? ''
      if (verb === 'DATA') data = []
      const refusal = verb === 'RCPT' && this.refuseRecipientsWith
      const answers: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' }
      socket.write(`${refusal || (answers[verb] ?? '250 ok')}\r\n`)
    }
    socket.write('220 stub\r\n')
    socket.on('data', (chunk) => {
      const lines = (buffer + chunk.toString()).split('\r\n')
      buffer = lines.pop() ?? ''
      lines.forEach(line)
    })
  }
}

/** Returns the subject of a raw mail, with its quoted-printable words decoded (RFC 2047). */
export function subjectOf(raw: string): string | undefined {
  const folded = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(raw)?.[1]
  return folded
    ?.replace(/\?=\s+=\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_word, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
}
