import {
  ok,
  refuse,
  VALIDATION_FAILED,
  type Answer,
  type ErrorOf,
  type Input as In,
  type Result,
} from '@hissa/contracts'
import { ListRevocations } from '@hissa/contracts/identity'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { FamilyStore, type Family } from './family.store.js'

type Place = Pick<Family, 'tokensUntil' | 'familyId'>

/** What verifiers replay when they start. */
@Controller()
export class RevocationsController {
  constructor(private readonly families: FamilyStore) {}

  @Rpc(ListRevocations)
  async list(@Input() { after, limit }: In<typeof ListRevocations>): Promise<Answer<typeof ListRevocations>> {
    const place = after === undefined ? ok() : readPlace(after)
    if (!place.ok) return place
    const families = await this.families.revoked(place.value, limit)
    const last = families.length === limit ? families.at(-1) : undefined
    return ok({
      revocations: families.map(({ familyId, revokedAt, tokensUntil }) => ({
        sessionId: familyId,
        revokedAt: revokedAt!.toISOString(),
        tokensExpireAt: tokensUntil.toISOString(),
      })),
      next: last ? writePlace(last) : null,
    })
  }
}

const writePlace = ({ tokensUntil, familyId }: Place) => `${tokensUntil.getTime()}.${familyId}`

function readPlace(text: string): Result<Place, ErrorOf<typeof VALIDATION_FAILED>> {
  const [, ms, familyId] = /^(\d{1,15})\.([\w-]{1,128})$/.exec(text) ?? []
  if (ms && familyId) return ok({ tokensUntil: new Date(Number(ms)), familyId })
  const fault = { path: '/after', code: 'invalid_cursor', message: 'This cursor cannot be read.' }
  return refuse(VALIDATION_FAILED, fault.message, { errors: [fault] })
}
