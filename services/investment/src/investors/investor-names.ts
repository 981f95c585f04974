import { GetMember, ListNames } from '@hissa/contracts/identity'
import { RpcClient } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'

const IDENTITY_WITHIN_MS = 3_000

/** Reads investors' names for their own documents. They come from identity and are not stored. */
@Injectable()
export class InvestorNames {
  constructor(private readonly rpc: RpcClient) {}

  /** Returns the name; undefined if the account has none. Throws if identity doesn't answer in time. */
  async of(userId: string): Promise<string | undefined> {
    const { names } = await this.rpc.call(ListNames, { userIds: [userId] }, { timeoutMs: IDENTITY_WITHIN_MS })
    return names.find((each) => each.userId === userId)?.name
  }

  /** Returns the name and when the account was made; undefined without a name. Throws if identity doesn't answer in time. */
  async member(userId: string): Promise<{ name: string; joinedAt: string } | undefined> {
    const member = await this.rpc.ask(GetMember, { userId }, { timeoutMs: IDENTITY_WITHIN_MS })
    return member.ok ? member.value : undefined
  }
}
