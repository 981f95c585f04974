import { type Answer, type Input, ok } from '@hissa/contracts'
import type { ListHolders as Contract } from '@hissa/contracts/investment'
import { defineCursor } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { units } from '@hissa/money'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { accounts } from '../accounts.js'
import { noProperty, RaiseStore } from '../raises/raises.api.js'

/** All pages are read at the seq of the first. */
const holdersCursor = (propertyId: string) =>
  defineCursor(`holders.${propertyId}`, z.tuple([z.int().check(z.nonnegative()), z.string()]))

/** Lists the investors with registered units of a property, from the ledger alone. */
@Injectable()
export class ListHolders {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
  ) {}

  async run({ propertyId, limit, cursor }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const position = holdersCursor(propertyId)
    const decoded = position.decode(cursor)
    if (!decoded.ok) return decoded
    if (!(await this.raises.byId(propertyId))) return noProperty()
    const [seq, after] = decoded.value ?? [await this.ledger.latestSeq()]
    const prefix = accounts.unitsHeld(propertyId, '')
    const holders: Array<{ userId: string; units: ReturnType<typeof units> }> = []
    const start = after === undefined ? undefined : `${prefix}${after}`
    for await (const { id, balance } of this.ledger.balancesAt(prefix, { seq }, start)) {
      const held = balance.creditsPosted - balance.debitsPosted
      if (held === 0) continue
      if (holders.length === limit)
        return ok({ ledgerSeq: seq, holders, cursor: position.encode([seq, holders.at(-1)!.userId]) })
      holders.push({ userId: id.slice(prefix.length), units: units(held) })
    }
    return ok({ ledgerSeq: seq, holders })
  }
}
