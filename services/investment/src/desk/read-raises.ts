import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import type { GetRaise, ListRaises, StaffRaiseView } from '@hissa/contracts/investment'
import { defineCursor, pageOf } from '@hissa/kernel'
import { Committer, type Run, Runs } from '@hissa/ledger'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { raiseRunIds } from '../lifecycle/lifecycle.api.js'
import { noProperty, type Raise, RaiseStore, readCounts } from '../raises/raises.api.js'
import { StaffDecisions } from './decisions.js'
import { raiseView } from './staff-views.js'

const POSITION = z.tuple([z.iso.datetime(), z.string()])
const cursorOf = (state: string | undefined) => defineCursor(`raises.${state ?? 'all'}`, POSITION)

/** Reads raises for finance staff, with the progress of their runs. Every read writes an audit row. */
@Injectable()
export class ReadRaises {
  constructor(
    private readonly ledger: Committer,
    private readonly runs: Runs,
    private readonly raises: RaiseStore,
    private readonly decisions: StaffDecisions,
    private readonly staff: StaffAudit,
  ) {}

  async list({ limit, cursor, state }: Input<typeof ListRaises>, by: Actor): Promise<Answer<typeof ListRaises>> {
    const position = cursorOf(state)
    const after = position.decode(cursor)
    if (!after.ok) return after
    const place = after.value && ([new Date(after.value[0]), after.value[1]] as const)
    const rows = await this.raises.list(state, limit + 1, place)
    const { page, next } = pageOf(rows, limit, ({ openedAt, _id }) => position.encode([openedAt.toISOString(), _id]))
    const detail = { ...(state ? { state } : {}), propertyIds: page.map(({ _id }) => _id) }
    await this.staff.record(by, { action: 'raises.listed', subject: null, detail })
    const raises = await Promise.all(page.map((raise) => this.view(raise, by)))
    return ok({ raises, count: raises.length, ...next })
  }

  async one({ propertyId }: Input<typeof GetRaise>, by: Actor): Promise<Answer<typeof GetRaise>> {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    const subject = { kind: 'raise', id: raise._id } as const
    await this.staff.record(by, { action: 'raise.read', subject: `raise:${raise._id}`, detail: {} })
    return ok({ raise: await this.view(raise, by), decisions: await this.decisions.history(subject) })
  }

  private async view(raise: Raise, by: Actor): Promise<StaffRaiseView> {
    const [counts, run, decisions] = await Promise.all([
      readCounts(this.ledger, raise),
      this.runOf(raise),
      this.decisions.ofRaise(raise, by),
    ])
    return raiseView(raise, { counts, run, decisions })
  }

  /** Returns the latest run over the orders of a raise. */
  private async runOf(raise: Raise): Promise<Run | undefined> {
    const found = await Promise.all(raiseRunIds(raise).map((id) => this.runs.find(id)))
    const runs = found.flatMap((run) => run ?? [])
    return runs.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0]
  }
}
