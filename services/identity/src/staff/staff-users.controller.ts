import type { Answer, Input as In } from '@hissa/contracts'
import {
  AddUserNote,
  EndUserSessions,
  GetAccount,
  ListUsers,
  ReinstateUser,
  SuspendUser,
} from '@hissa/contracts/identity'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ActOnUser } from './act-on-user.js'
import { ReadUsers } from './read-users.js'

/** The users' accounts, for compliance staff and administrators. */
@Controller()
export class StaffUsersController {
  constructor(
    private readonly reads: ReadUsers,
    private readonly acts: ActOnUser,
  ) {}

  @Rpc(ListUsers)
  list(@Input() input: In<typeof ListUsers>, @Caller() caller: Caller): Promise<Answer<typeof ListUsers>> {
    return this.reads.list(caller, input)
  }

  @Rpc(GetAccount)
  account(@Input() input: In<typeof GetAccount>, @Caller() caller: Caller): Promise<Answer<typeof GetAccount>> {
    return this.reads.account(caller, input)
  }

  @Rpc(SuspendUser)
  suspend(@Input() input: In<typeof SuspendUser>, @Caller() caller: Caller): Promise<Answer<typeof SuspendUser>> {
    return this.acts.suspend(caller, input)
  }

  @Rpc(ReinstateUser)
  reinstate(@Input() input: In<typeof ReinstateUser>, @Caller() caller: Caller): Promise<Answer<typeof ReinstateUser>> {
    return this.acts.reinstate(caller, input)
  }

  @Rpc(EndUserSessions)
  endSessions(
    @Input() input: In<typeof EndUserSessions>,
    @Caller() caller: Caller,
  ): Promise<Answer<typeof EndUserSessions>> {
    return this.acts.endSessions(caller, input)
  }

  @Rpc(AddUserNote)
  addNote(@Input() input: In<typeof AddUserNote>, @Caller() caller: Caller): Promise<Answer<typeof AddUserNote>> {
    return this.acts.addNote(caller, input)
  }
}
