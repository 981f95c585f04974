import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { IDS, type Ids } from '../ports.js'
import { referralCodeOf, referralIdOf, referralKey } from './referral-code.js'
import { REWARD_MEMBERS, type RewardMember, RewardMemberStore } from './reward-member.store.js'

/** Makes accounts members of the rewards program, and records who referred them. */
@Injectable()
export class RewardMembers {
  private readonly key: Buffer

  constructor(
    private readonly ledger: Committer,
    private readonly members: RewardMemberStore,
    @Inject(CONFIG) config: InvestmentConfig,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    this.key = referralKey(config.INVESTMENT_MASTER_KEY)
  }

  codeOf(userId: string): string {
    return referralCodeOf(this.key, userId)
  }

  /** Makes an account a member, so that its code is known. Returns the code. Safe to repeat. */
  async join(userId: string): Promise<string> {
    if (!(await this.members.byId(userId))?.code) await this.record(userId)
    return this.codeOf(userId)
  }

  /**
   * Makes an account a member, referred by the member of the code if there is one and it is another account. A referral
   * never changes. Returns whether the account has one.
   */
  async record(userId: string, referred?: { code: string; at: Date }): Promise<boolean> {
    const outcome = await this.ledger.decideAndCommit<boolean>(async () => {
      const member = await this.members.byId(userId)
      if (member?.referral) return { done: true }
      const referrer = referred && (await this.members.byCode(referred.code))
      const by = referrer && referrer._id !== userId ? referrer._id : undefined
      if (member?.code && by === undefined) return { done: false }
      const referral =
        by === undefined ? {} : { referral: { id: referralIdOf(this.key, userId), by, at: referred!.at } }
      const save = memberSave(userId, member, { code: this.codeOf(userId), ...referral }, [])
      const key = memberKey(userId, member)
      return { key, inputHash: this.ids.next(), transfers: [], saves: [save], events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`the rewards member ${userId} was not recorded: ${outcome.reason}`)
    return (await this.members.byId(userId))?.referral !== undefined
  }
}

/** Returns the key of a change of a member, of which each version has one. */
export const memberKey = (userId: string, member: RewardMember | undefined) =>
  `rewards:${userId}:${member?.version ?? 0}`

/** Returns the save of a member at the version that was read. */
export const memberSave = (
  userId: string,
  member: RewardMember | undefined,
  set: Partial<RewardMember>,
  unset: ReadonlyArray<keyof RewardMember>,
) => ({ collection: REWARD_MEMBERS, id: userId, version: member?.version ?? 0, set, unset })
