import { StaffAudit } from '@hissa/audit'
import { ok, refuseFields, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { defineCursor, instant } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import * as z from 'zod/mini'
import { conversationNotFound, mayUse, refOf } from '../conversations/conversation.js'
import { ConversationStore, exchangeOf } from '../conversations/conversation.store.js'
import { HandoverStore, type HandoverRow } from './handover.store.js'

const CURSOR = defineCursor('handovers', z.tuple([instant, z.string()]))
/** Staff see the transcript, not the id that lets a visitor continue the conversation. */
const HIDDEN_ID = '0'.repeat(32)

/** Handles requests for a person. */
@Controller()
export class HandoversController {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly handovers: HandoverStore,
    private readonly staff: StaffAudit,
  ) {}

  @Rpc(contracts.HandOver)
  async handOver(
    @Input() { conversationId, email }: InputOf<typeof contracts.HandOver>,
    @Caller() caller: Caller | undefined,
  ): Promise<Answer<typeof contracts.HandOver>> {
    const known = await this.conversations.find(refOf(conversationId))
    if (!known || !mayUse(known, caller?.userId)) return conversationNotFound()
    if (!caller && !email)
      return refuseFields([{ path: '/email', code: 'required', message: 'Enter an address to reply to' }])
    const userId = caller?.userId ?? null
    const { _id, requestedAt } = await this.handovers.request(known.ref, userId, caller ? null : email!)
    return ok({ handoverId: _id, requestedAt: requestedAt.toISOString() })
  }

  @Rpc(contracts.ListHandovers)
  async list(
    @Input() { limit, cursor }: InputOf<typeof contracts.ListHandovers>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ListHandovers>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const [{ rows, more }, count] = await Promise.all([this.handovers.list(limit, after.value), this.handovers.count()])
    const handovers = await Promise.all(rows.map((row) => this.viewOf(row)))
    // Written before the transcripts are returned.
    const detail = { handoverIds: rows.map(({ _id }) => _id) }
    await this.staff.record(by, { action: 'handover.listed', subject: null, detail })
    const last = rows.at(-1)
    return ok({ handovers, count, ...(more && last ? { cursor: CURSOR.encode([last.requestedAt, last._id]) } : {}) })
  }

  private async viewOf({ _id, ref, userId, email, requestedAt }: HandoverRow): Promise<contracts.Handover> {
    const transcript = (await this.conversations.after(ref, 0)).map((row) => exchangeOf(row, HIDDEN_ID))
    const language = transcript.at(-1)?.reply.language ?? 'en'
    return { handoverId: _id, userId, email, language, requestedAt: requestedAt.toISOString(), transcript }
  }
}
