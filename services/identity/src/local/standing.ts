import { Role } from '@hissa/contracts'
import { parseOrProblem, valueOrThrow } from '@hissa/kernel'
import { LocalCommands } from '@hissa/messaging'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import * as z from 'zod/mini'
import { ChangeStanding } from '../account/change-standing.js'

const StandingRequest = z.object({
  userId: z.string(),
  suspended: z.optional(z.boolean()),
  roles: z.optional(z.array(Role)),
})

/** Sets suspension and roles for the local launcher (`local.identity.standing`), only in local mode. */
@Injectable()
export class LocalStanding implements OnApplicationBootstrap {
  constructor(
    private readonly standing: ChangeStanding,
    private readonly local: LocalCommands,
  ) {}

  onApplicationBootstrap(): void {
    this.local.on('standing', (request) => this.change(request))
  }

  private async change(request: unknown): Promise<void> {
    const { userId, suspended, roles } = parseOrProblem(StandingRequest, request)
    if (suspended !== undefined) valueOrThrow(await this.standing.suspend(userId, suspended))
    if (roles) valueOrThrow(await this.standing.setRoles(userId, roles))
  }
}
