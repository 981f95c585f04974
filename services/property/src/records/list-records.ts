import { ApprovalStore } from '@hissa/approvals'
import { ok, type Answer, type Input } from '@hissa/contracts'
import type { ListRecords as Contract } from '@hissa/contracts/property'
import { defineCursor, instant } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { PropertyStore } from '../catalogue/property.store.js'
import { PUBLISH } from '../publications/publication.js'
import { toListed } from './record.js'

const CURSOR = defineCursor('records', z.tuple([instant, z.string()]))
/** More first publications than ever wait at once; more than these would be listed as drafts. */
const MOST_PENDING = 1_000

/** Lists every property for staff, drafts included, the newest first. */
@Injectable()
export class ListRecords {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
  ) {}

  async execute({ q, state, limit, cursor }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const { approvals } = await this.approvals.pending([PUBLISH], { limit: MOST_PENDING })
    const proposed = new Set(approvals.map(({ subjectId }) => subjectId))
    const found = await this.store.records({
      words: q,
      state,
      proposed: [...proposed],
      limit: limit + 1,
      after: after.value,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const more = found.length > limit && last
    return ok({
      records: page.map((property) => toListed(property, proposed.has(property.propertyId))),
      ...(more ? { cursor: CURSOR.encode([last.createdAt, last.propertyId]) } : {}),
    })
  }
}
