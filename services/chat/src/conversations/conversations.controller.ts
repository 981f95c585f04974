import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { Ask } from './ask.js'
import { conversationNotFound, mayUse, refOf } from './conversation.js'
import { ConversationStore, exchangeOf } from './conversation.store.js'

/** Handles the calls of people in a conversation. */
@Controller()
export class ConversationsController {
  constructor(
    private readonly questions: Ask,
    private readonly store: ConversationStore,
  ) {}

  @Rpc(contracts.Ask)
  async ask(
    @Input() input: InputOf<typeof contracts.Ask>,
    @Caller() caller: Caller | undefined,
  ): Promise<Answer<typeof contracts.Ask>> {
    return this.questions.execute(input, caller)
  }

  @Rpc(contracts.Resume)
  async resume(
    @Input() { conversationId, after }: InputOf<typeof contracts.Resume>,
    @Caller() caller: Caller | undefined,
  ): Promise<Answer<typeof contracts.Resume>> {
    const ref = await this.usable(conversationId, caller)
    const last = ref && after !== undefined ? await this.store.message(ref, after) : undefined
    if (!ref || last === null) return conversationNotFound()
    const rows = await this.store.after(ref, last?.number ?? 0)
    return ok({ exchanges: rows.map((row) => exchangeOf(row, conversationId)) })
  }

  @Rpc(contracts.Rate)
  async rate(
    @Input() { conversationId, messageId, rating, reason }: InputOf<typeof contracts.Rate>,
    @Caller() caller: Caller | undefined,
  ): Promise<Answer<typeof contracts.Rate>> {
    const ref = await this.usable(conversationId, caller)
    if (!ref || !(await this.store.rate(ref, messageId, rating, reason))) return conversationNotFound()
    return ok({ rating })
  }

  /** Returns the key of a conversation that the caller may use; undefined for any other. */
  private async usable(conversationId: string, caller: Caller | undefined): Promise<string | undefined> {
    const known = await this.store.find(refOf(conversationId))
    return known && mayUse(known, caller?.userId) ? known.ref : undefined
  }
}
