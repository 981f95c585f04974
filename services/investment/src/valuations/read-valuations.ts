import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import type { GetPropertyValuations, ListValuations } from '@hissa/contracts/investment'
import { CLOCK, type Clock, defineCursor, instant, pageOf } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { ConflictsOfInterest } from '../payments/payments.api.js'
import { noProperty, RaiseStore } from '../raises/raises.api.js'
import { publishedValuation, valuationView } from './valuation.js'
import { ValuationStore } from './valuation.store.js'

const PAGE = defineCursor('valuations', z.tuple([instant, z.string()]))
const MAX_PUBLISHED = 40

/** Reads valuations, for the public and, audited, for finance staff. */
@Injectable()
export class ReadValuations {
  constructor(
    private readonly valuations: ValuationStore,
    private readonly raises: RaiseStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    { limit, cursor, ...filter }: Input<typeof ListValuations>,
    by: Actor,
  ): Promise<Answer<typeof ListValuations>> {
    const after = PAGE.decode(cursor)
    if (!after.ok) return after
    await this.staff.record(by, { action: 'valuation.listed', subject: 'valuations', detail: {} })
    const rows = await this.valuations.list(filter, limit + 1, after.value)
    const { page, next } = pageOf(rows, limit, ({ requestedAt, _id }) => PAGE.encode([requestedAt, _id]))
    const own = await this.conflictsOf(by.userId, new Set(page.map(({ propertyId }) => propertyId)))
    const valuations = page.map((row) => valuationView(row, own.has(row.propertyId)))
    return ok({ valuations, count: page.length, ...next })
  }

  async ofProperty({ id }: Input<typeof GetPropertyValuations>): Promise<Answer<typeof GetPropertyValuations>> {
    const raise = await this.raises.byRef(id)
    if (!raise) return noProperty()
    const { _id: propertyId, slug, title, unitsIssued } = raise
    const valuations = (await this.valuations.approvedOf([propertyId], MAX_PUBLISHED)).map(publishedValuation)
    return ok({
      property: { propertyId, slug, title },
      ...{ unitsIssued, valuations, asOf: this.clock.now().toISOString() },
    })
  }

  /** Returns the properties about which the user cannot decide. */
  private async conflictsOf(userId: string, propertyIds: ReadonlySet<string>): Promise<Set<string>> {
    const own = new Set<string>()
    await Promise.all(
      [...propertyIds].map(async (id) => {
        if (await this.conflicts.refuseConflictOfInterest(userId, { kind: 'raise', id })) own.add(id)
      }),
    )
    return own
  }
}
