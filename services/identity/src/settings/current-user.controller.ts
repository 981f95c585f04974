import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import { ChangeCurrentUser as ChangeCall, GetCurrentUser } from '@hissa/contracts/identity'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller, Inject } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { UserStore } from '../users/user.store.js'
import { ChangeCurrentUser } from './change-current-user.js'
import { toCurrentUser } from './current-user.js'

/** Serves the signed-in user with profile and settings. */
@Controller()
export class CurrentUserController {
  constructor(
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
    private readonly changeCurrentUser: ChangeCurrentUser,
  ) {}

  @Rpc(GetCurrentUser)
  async get(@Caller() { userId, roles }: Caller): Promise<Answer<typeof GetCurrentUser>> {
    const user = await this.users.findById(userId)
    return user
      ? ok({ user: toCurrentUser(user, roles, this.clock.now()) })
      : refuse(NOT_FOUND, 'There is no such user.')
  }

  @Rpc(ChangeCall)
  async change(@Input() change: In<typeof ChangeCall>, @Caller() caller: Caller): Promise<Answer<typeof ChangeCall>> {
    return this.changeCurrentUser.run(caller, change)
  }
}
