import type { Input as In, Output } from '@hissa/contracts'
import { GetProfile, GetSession, SaveProfile as SaveProfileCall } from '@hissa/contracts/identity'
import { problem } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import type { User } from '../users/user.js'
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
  async get(@Caller() caller: Caller): Promise<Output<typeof GetProfile>> {
    return { profile: toProfile(await this.find(caller.userId)) }
  }

  @Rpc(SaveProfileCall)
  async save(
    @Input() form: In<typeof SaveProfileCall>,
    @Caller() caller: Caller,
  ): Promise<Output<typeof SaveProfileCall>> {
    return { profile: toProfile(await this.saveProfile.run(caller.userId, form)) }
  }

  @Rpc(GetSession)
  async session(@Caller() caller: Caller): Promise<Output<typeof GetSession>> {
    const user = await this.find(caller.userId)
    return { user: toSessionUser(user, caller.roles), expiresAt: caller.expiresAt.getTime() }
  }

  private async find(userId: string): Promise<User> {
    const user = await this.users.findById(userId)
    if (!user) throw problem('NOT_FOUND', 404, 'There is no such user.')
    return user
  }
}
