import { ok, type Answer, type Input } from '@hissa/contracts'
import type { Ask as Contract, Reply } from '@hissa/contracts/chat'
import { CLOCK, TIMING, type Clock, type Timing } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { Answers } from '../answers/answers.js'
import { Measures } from '../measures.js'
import { Unanswered } from '../unanswered/unanswered.js'
import { conversationNotFound, mayUse, refOf } from './conversation.js'
import { ConversationStore } from './conversation.store.js'
import { languageFor } from '../language/languages.js'

/** Answers a question and stores both. */
@Injectable()
export class Ask {
  constructor(
    private readonly store: ConversationStore,
    private readonly answers: Answers,
    private readonly unanswered: Unanswered,
    private readonly measures: Measures,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  async execute(input: Input<typeof Contract>, caller: Caller | undefined): Promise<Answer<typeof Contract>> {
    const { conversationId, messageId, text, propertyId } = input
    const ref = refOf(conversationId)
    const known = await this.store.find(ref)
    if (known && !mayUse(known, caller?.userId)) return conversationNotFound()
    const earlier = await this.store.message(ref, messageId)
    if (earlier) return ok({ reply: { ...earlier.reply, conversationId } })
    const admitted = await this.store.admit(ref, caller?.userId)
    if (!admitted.ok) return admitted

    const startedMs = this.timing.elapsedMs()
    const answer = await this.answers.answer({
      text,
      language: languageFor(input.language),
      propertyId,
      token: caller?.token,
    })
    const reply: Omit<Reply, 'conversationId'> = { messageId, ...answer, at: this.clock.now().toISOString() }
    const kept = await this.store.keep({ ref, messageId, number: admitted.value.messages, text, reply })
    if (kept.isNew) {
      this.measures.asked(reply.kind, (this.timing.elapsedMs() - startedMs) / 1_000)
      if (reply.kind === 'unknown') await this.unanswered.record(text, reply.language)
    }
    return ok({ reply: { ...kept.reply, conversationId } })
  }
}
