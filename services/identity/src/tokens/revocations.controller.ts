import { ok, type Answer, type Input as In } from '@hissa/contracts'
import { ListRevocations } from '@hissa/contracts/identity'
import { defineCursor, instant } from '@hissa/kernel'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import * as z from 'zod/mini'
import { FamilyStore } from './family.store.js'

const CURSOR = defineCursor('revocations', z.tuple([instant, z.string()]), '/after')

/** Lists revocations, which token verifiers load on start. */
@Controller()
export class RevocationsController {
  constructor(private readonly families: FamilyStore) {}

  @Rpc(ListRevocations)
  async list(@Input() { after, limit }: In<typeof ListRevocations>): Promise<Answer<typeof ListRevocations>> {
    const position = CURSOR.decode(after)
    if (!position.ok) return position
    const families = await this.families.revoked(position.value, limit)
    const last = families.length === limit ? families.at(-1) : undefined
    return ok({
      revocations: families.map(({ familyId, revokedAt, tokensUntil }) => ({
        sessionId: familyId,
        revokedAt: revokedAt!.toISOString(),
        tokensExpireAt: tokensUntil.toISOString(),
      })),
      next: last ? CURSOR.encode([last.tokensUntil, last.familyId]) : null,
    })
  }
}
