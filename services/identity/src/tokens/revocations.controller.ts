import type { Input as In, Output } from '@hissa/contracts'
import { ListRevocations } from '@hissa/contracts/identity'
import { problem } from '@hissa/kernel'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { FamilyStore, type Family } from './family.store.js'

type Place = Pick<Family, 'tokensUntil' | 'familyId'>

/** What verifiers replay when they start. */
@Controller()
export class RevocationsController {
  constructor(private readonly families: FamilyStore) {}

  @Rpc(ListRevocations)
  async list(@Input() { after, limit }: In<typeof ListRevocations>): Promise<Output<typeof ListRevocations>> {
    const families = await this.families.revoked(after === undefined ? undefined : readPlace(after), limit)
    const last = families.length === limit ? families.at(-1) : undefined
    return {
      revocations: families.map(({ familyId, revokedAt, tokensUntil }) => ({
        sessionId: familyId,
        revokedAt: revokedAt!.toISOString(),
        tokensExpireAt: tokensUntil.toISOString(),
      })),
      next: last ? writePlace(last) : null,
    }
  }
}

const writePlace = ({ tokensUntil, familyId }: Place) => `${tokensUntil.getTime()}.${familyId}`

function readPlace(text: string): Place {
  const [, ms, familyId] = /^(\d{1,15})\.([\w-]{1,128})$/.exec(text) ?? []
  if (!ms || !familyId) throw problem('VALIDATION_FAILED', 400, 'This cursor cannot be read.')
  return { tokensUntil: new Date(Number(ms)), familyId }
}
