import { MONGO, rowsAfter, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Model, PipelineStage } from 'mongoose'
import { getAddress, isAddress } from 'viem'
import type { AccountAddress } from '../accounts/account-address.js'
import type { Account } from '../accounts/account.js'
import { FreezeStore } from '../enforcement/enforcement.api.js'
import type { Relocation } from '../relocations/relocations.api.js'
import { SHARE_ACTIONS } from './share-action.js'

/** An investor in a list, with what the list is sorted by. */
export interface Listed {
  userId: string
  /** When the earliest of what waits for staff was requested; only in the list of those. */
  since?: Date
}

type Place = readonly [since: Date, userId: string]
type IdPlace = readonly [userId: string]

/** Finds investors with an address, for the lists of the staff desk. */
@Injectable()
export class ShareholderStore {
  private readonly accounts: Model<Account>
  private readonly addresses: Model<AccountAddress>
  private readonly relocations: Model<Relocation>

  constructor(
    @Inject(MONGO) connection: Connection,
    private readonly freezes: FreezeStore,
  ) {
    this.accounts = connection.model<Account>('Account')
    this.addresses = connection.model<AccountAddress>('AccountAddress')
    this.relocations = connection.model<Relocation>('Relocation')
  }

  /** Returns investors with a request, a refused move or a proposal that waits for staff, those that have waited longest first. */
  async open(limit: number, after?: Place): Promise<Listed[]> {
    const beyond = after ? [{ $match: rowsAfter<{ since: Date }>('since', 1, after) }] : []
    const rows = await this.relocations.aggregate<{ _id: string; since: Date }>([
      ...WAITING,
      ...beyond,
      { $sort: { since: 1, _id: 1 } },
      { $limit: limit },
    ])
    return rows.map(({ _id: userId, since }) => ({ userId, since }))
  }

  async countOpen(): Promise<number> {
    const [found] = await this.relocations.aggregate<{ investors: number }>([...WAITING, { $count: 'investors' }])
    return found?.investors ?? 0
  }

  async frozen(limit: number, after?: IdPlace): Promise<Listed[]> {
    return (await this.freezes.frozen(limit, after?.[0])).map((userId) => ({ userId }))
  }

  countFrozen(): Promise<number> {
    return this.freezes.countFrozen()
  }

  /** Returns investors whose shares are at their own wallet, or are moving to or from one. */
  async ownWallet(limit: number, after?: IdPlace): Promise<Listed[]> {
    const beyond = after ? { userId: { $gt: after[0] } } : {}
    const rows = await this.addresses.aggregate<{ _id: string }>([
      { $match: { ...OPEN_WALLET, ...beyond } },
      { $group: { _id: '$userId' } },
      { $sort: { _id: 1 } },
      { $limit: limit },
    ])
    return rows.map(({ _id: userId }) => ({ userId }))
  }

  async countOwnWallet(): Promise<number> {
    const stages: PipelineStage[] = [{ $match: OPEN_WALLET }, { $group: { _id: '$userId' } }, { $count: 'investors' }]
    const [found] = await this.addresses.aggregate<{ investors: number }>(stages)
    return found?.investors ?? 0
  }

  async all(limit: number, after?: IdPlace): Promise<Listed[]> {
    const beyond = after ? { _id: { $gt: after[0] } } : {}
    const rows = await this.accounts.find(beyond, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean<Account[]>()
    return rows.map(({ _id: userId }) => ({ userId }))
  }

  countAll(): Promise<number> {
    // With a condition, so that the index is counted and not the documents.
    return this.accounts.countDocuments({ _id: { $gt: '' } })
  }

  /** Returns the investor with this id, or with this address now or earlier. */
  async matching(query: string): Promise<Listed[]> {
    const userId = isAddress(query, { strict: false }) ? await this.holderOf(query) : query
    return userId !== undefined && (await this.accounts.exists({ _id: userId })) ? [{ userId }] : []
  }

  private async holderOf(text: `0x${string}`): Promise<string | undefined> {
    const address = getAddress(text)
    const held = await this.addresses.findOne({ _id: address, state: { $ne: 'requested' } }).lean<AccountAddress>()
    return held?.userId ?? (await this.accounts.findOne({ address }).lean<Account>())?._id
  }
}

const OPEN_WALLET = { kind: 'wallet', state: 'open' } as const

/** Investors with a request of theirs, a move that the chain refuses, or a proposal about them, and when the earliest was made. */
const WAITING: PipelineStage[] = [
  { $match: { isOpen: true, $or: [{ state: 'requested' }, { state: 'moving', refusal: { $exists: true } }] } },
  { $project: { _id: 0, userId: 1, requestedAt: 1 } },
  {
    $unionWith: {
      coll: 'approvals',
      pipeline: [
        { $match: { state: 'pending', action: { $in: Object.values(SHARE_ACTIONS) } } },
        { $project: { _id: 0, userId: '$subjectId', requestedAt: 1 } },
      ],
    },
  },
  { $group: { _id: '$userId', since: { $min: '$requestedAt' } } },
]
