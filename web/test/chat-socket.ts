import type { ChatClientFrame, ChatServerFrame } from '@hissa/contracts/chat'
import { act } from '@testing-library/react'

export const CONVERSATION = 'a'.repeat(32)

type Response = Extract<ChatServerFrame, { type: 'chatbot_response' }>

/** A socket of the assistant whose server is the test. */
export class ChatSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static opened: ChatSocket[] = []
  readonly sent: ChatClientFrame[] = []
  readyState = ChatSocket.CONNECTING
  onopen?: (() => void) | null
  onmessage?: ((message: { data: string }) => void) | null
  onclose?: (() => void) | null

  constructor(readonly url: string) {
    ChatSocket.opened.push(this)
  }

  static get last(): ChatSocket {
    return ChatSocket.opened.at(-1)!
  }

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as ChatClientFrame)
  }

  close(): void {
    this.readyState = 3
    this.onclose?.()
  }

  /** The server accepts the connection and welcomes the client. */
  async accept(conversationId = CONVERSATION): Promise<void> {
    await act(async () => {
      this.readyState = ChatSocket.OPEN
      this.onopen?.()
    })
    await this.receive({ type: 'welcome', message: 'Hello', conversationId })
  }

  async receive(frame: ChatServerFrame): Promise<void> {
    await act(async () => this.onmessage?.({ data: JSON.stringify(frame) }))
  }

  /** The connection is lost. */
  async drop(): Promise<void> {
    await act(async () => this.close())
  }

  /** Questions sent so far. */
  get questions(): Extract<ChatClientFrame, { action: 'chatbot' }>[] {
    return this.sent.filter((frame) => frame.action === 'chatbot')
  }

  /** Answers the last question. */
  async answer(change: Partial<Response> = {}): Promise<void> {
    await this.receive(aResponse({ id: this.questions.at(-1)!.id!, ...change }))
  }
}

/** Returns an answer from one article. */
export function aResponse(change: Partial<Response> = {}): Response {
  const message = change.message ?? 'The fee is 1.5%.'
  return {
    ...{ type: 'chatbot_response', id: 'm1', conversationId: CONVERSATION, kind: 'answer', language: 'en', message },
    sentences: [{ text: message, citations: [1] }],
    citations: [
      {
        ...{ number: 1, articleId: 'fees', title: 'Fees', section: 'Money', language: 'en', reviewedAt: '2026-11-20' },
        href: '/knowledge-avenue/fees',
      },
    ],
    ...{ figures: [], quickReplies: [], at: '2026-11-23T08:00:00Z' },
    ...change,
  }
}
