import type { Approval } from '@hissa/approvals'
import { ok, type ErrorOf, type Result } from '@hissa/contracts'
import type { SHARE_ACTION_NOT_POSSIBLE } from '@hissa/contracts/tokenisation'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { ShareFreezes } from '../enforcement/enforcement.api.js'
import { Relocations } from '../relocations/relocations.api.js'
import type { Facts, ShareProposal } from './share-action.js'

/** Begins what two people have decided, in the transaction of the decision. */
@Injectable()
export class BeginShareAction {
  constructor(
    private readonly freezes: ShareFreezes,
    private readonly relocations: Relocations,
  ) {}

  /** The caller has checked that the action is possible. Errors: SHARE_ACTION_NOT_POSSIBLE, for what only a move knows. */
  async execute(
    { id, proposal, endedAt }: Approval<ShareProposal>,
    { freezes }: Facts,
    session: ClientSession,
  ): Promise<Result<null, ErrorOf<typeof SHARE_ACTION_NOT_POSSIBLE>>> {
    const { userId, action } = proposal
    const at = endedAt!
    switch (action.type) {
      case 'freeze': {
        const { propertyId } = action
        await this.freezes.begin({ userId, ...(propertyId && { propertyId }), approvalId: id, frozenAt: at }, session)
        return ok(null)
      }
      case 'unfreeze': {
        const freeze = freezes.find(({ _id }) => _id === action.freezeId)!
        await this.freezes.lift(freeze, { liftApprovalId: id, liftedAt: at }, session)
        return ok(null)
      }
      case 'move':
        return emptied(await this.relocations.approve({ _id: action.relocationId }, session))
      case 'recover':
        return emptied(await this.relocations.startRecovery(userId, session))
      case 'cancel':
        return emptied(await this.relocations.cancel({ _id: action.relocationId }, session))
      case 'retry':
        return emptied(await this.relocations.retry({ _id: action.relocationId }, session))
    }
  }
}

const emptied = <E>(result: Result<unknown, E>): Result<null, E> => (result.ok ? ok(null) : result)
