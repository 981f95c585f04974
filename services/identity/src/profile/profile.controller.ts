import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import { GetProfile, GetSession, SaveProfile as SaveProfileCall } from '@hissa/contracts/identity'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { UserStore } from '../users/user.store.js'
import { toProfile, toSessionUser } from './profile.js'
import { SaveProfile } from './save-profile.js'

@Controller()
export class ProfileController {
  constructor(
    private readonly users: UserStore,
    private readonly saveProfile: SaveProfile,
  ) {}

  @Rpc(GetProfile)
  async get(@Caller() caller: Caller): Promise<Answer<typeof GetProfile>> {
    const user = await this.users.findById(caller.userId)
    return user ? ok({ profile: toProfile(user) }) : noSuchUser()
  }

  @Rpc(SaveProfileCall)
  async save(
    @Input() form: In<typeof SaveProfileCall>,
    @Caller() caller: Caller,
  ): Promise<Answer<typeof SaveProfileCall>> {
    return this.saveProfile.run(caller.userId, form)
  }

  @Rpc(GetSession)
  async session(@Caller() caller: Caller): Promise<Answer<typeof GetSession>> {
    const user = await this.users.findById(caller.userId)
    if (!user) return noSuchUser()
    return ok({ user: toSessionUser(user, caller.roles), expiresAt: caller.expiresAt.getTime() })
  }
}

const noSuchUser = () => refuse(NOT_FOUND, 'There is no such user.')
