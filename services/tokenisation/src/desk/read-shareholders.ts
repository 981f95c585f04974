import { StaffAudit, type Actor } from '@hissa/audit'
import { ok, type Answer, type Input } from '@hissa/contracts'
import type { ListShareholders as Contract } from '@hissa/contracts/tokenisation'
import { defineCursor, instant, pageOf } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { ShareholderStore, type Listed } from './shareholder.store.js'
import { ShareholderViews } from './shareholder-views.js'

type View = Input<typeof Contract>['view']

const byTime = defineCursor('shareholders.open', z.tuple([instant, z.string()]))
const byId = (view: View) => defineCursor(`shareholders.${view}`, z.tuple([z.string()]))
const METHODS = {
  frozen: ['frozen', 'countFrozen'],
  own_wallet: ['ownWallet', 'countOwnWallet'],
  all: ['all', 'countAll'],
} as const

interface Rows {
  rows: Listed[]
  count: number
  cursorAfter: (last: Listed) => string
}

/** Lists shareholders for staff. Every read writes an audit row. */
@Injectable()
export class ReadShareholders {
  constructor(
    private readonly store: ShareholderStore,
    private readonly views: ShareholderViews,
    private readonly staff: StaffAudit,
  ) {}

  async execute(input: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const { view, query, limit } = input
    const found = query === undefined ? await this.listed(input) : ok(await this.matching(query))
    if (!found.ok) return found
    const { rows, count, cursorAfter } = found.value
    const { page, next } = pageOf(rows, limit, cursorAfter)
    const shareholders = await this.views.rows(page.map(({ userId }) => userId))
    // The query itself may contain anything, so it isn't recorded.
    const asked = query === undefined ? { view } : { by: query.startsWith('0x') ? 'address' : 'id' }
    const userIds = page.map(({ userId }) => userId)
    await this.staff.record(by, { action: 'shareholders.listed', subject: null, detail: { ...asked, userIds } })
    return ok({ shareholders, count, ...next })
  }

  private async matching(query: string): Promise<Rows> {
    const rows = await this.store.matching(query)
    return { rows, count: rows.length, cursorAfter: ({ userId }) => userId }
  }

  private async listed({ view, limit, cursor }: Input<typeof Contract>) {
    if (view === 'open') return this.waiting(limit, cursor)
    const place = byId(view)
    const after = place.decode(cursor)
    if (!after.ok) return after
    const [list, counted] = METHODS[view]
    const [rows, count] = await Promise.all([this.store[list](limit + 1, after.value), this.store[counted]()])
    return ok<Rows>({ rows, count, cursorAfter: ({ userId }) => place.encode([userId]) })
  }

  private async waiting(limit: number, cursor: string | undefined) {
    const after = byTime.decode(cursor)
    if (!after.ok) return after
    const [rows, count] = await Promise.all([this.store.open(limit + 1, after.value), this.store.countOpen()])
    return ok<Rows>({ rows, count, cursorAfter: ({ since, userId }) => byTime.encode([since!, userId]) })
  }
}
