import { ApprovalStore, type Approval, type ApprovalPlace } from '@hissa/approvals'
import { AuditLog } from '@hissa/audit'
import type { Input, Output } from '@hissa/contracts'
import { GetStaffName } from '@hissa/contracts/identity'
import type { ListedPublication, ListPublications as Contract } from '@hissa/contracts/property'
import { decodeCursor, encodeCursor, invalidCursor, ProblemError } from '@hissa/kernel'
import { RpcClient, type Caller } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { PropertyStore } from '../catalogue/property.store.js'
import { PUBLISH, toPublication, type PublicationProposal } from './publication.js'

const NAMES_WITHIN_MS = 2_000
/** The account no longer exists, or identity is unavailable: the list is usable without the name. */
const WITHOUT_NAME: readonly number[] = [404, 503, 504]

/** Lists pending publications with the names of those who proposed them. */
@Injectable()
export class ListPublications {
  constructor(
    private readonly approvals: ApprovalStore,
    private readonly store: PropertyStore,
    private readonly log: AuditLog,
    private readonly rpc: RpcClient,
    @Inject(MONGO) private readonly connection: Connection,
  ) {}

  /** Errors: VALIDATION_FAILED (a cursor of another list). */
  async execute({ limit, cursor }: Input<typeof Contract>, by: Caller): Promise<Output<typeof Contract>> {
    const after = cursor === undefined ? undefined : readCursor(cursor)
    const [{ approvals, more }, count] = await Promise.all([
      this.approvals.pending([PUBLISH], { limit, after }),
      this.approvals.countPending([PUBLISH]),
    ])
    const publications = await this.listed(approvals as Approval<PublicationProposal>[], by)
    const last = approvals.at(-1)
    return { publications, count, ...(more && last ? { cursor: cursorAfter(last) } : {}) }
  }

  private async listed(approvals: readonly Approval<PublicationProposal>[], by: Caller): Promise<ListedPublication[]> {
    const properties = new Map(
      (await this.store.byIds(approvals.map(({ subjectId }) => subjectId))).map((each) => [each.propertyId, each]),
    )
    const makers = new Set(approvals.map(({ maker }) => maker).filter((maker) => maker !== by.userId))
    const names = new Map(
      await Promise.all([...makers].map(async (maker) => [maker, await this.nameOf(maker)] as const)),
    )
    if ([...names.values()].some((name) => name !== null)) await this.audit(approvals, by)
    return approvals.flatMap((approval) => {
      const property = properties.get(approval.subjectId)
      if (!property) return []
      return [{ ...toPublication(approval, property), makerName: names.get(approval.maker) ?? null }]
    })
  }

  private async nameOf(userId: string): Promise<string | null> {
    try {
      return (await this.rpc.call(GetStaffName, { userId }, { timeoutMs: NAMES_WITHIN_MS })).name
    } catch (error) {
      if (error instanceof ProblemError && WITHOUT_NAME.includes(error.status)) return null
      throw error
    }
  }

  // Written before the names are shown: without the row there is no answer.
  private audit(approvals: readonly Approval[], by: Caller): Promise<void> {
    const detail = { approvalIds: approvals.map(({ id }) => id) }
    const entry = { actor: by.userId, roles: by.roles, action: 'publication.listed', subject: null, detail }
    return transaction(this.connection, (session) => this.log.append(session, entry))
  }
}

const cursorAfter = ({ requestedAt, id }: Approval) => encodeCursor([requestedAt, id])

function readCursor(cursor: string): ApprovalPlace {
  const [at, id] = decodeCursor(cursor)
  const time = new Date(String(at))
  if (Number.isNaN(time.getTime()) || typeof id !== 'string') throw invalidCursor()
  return { at: time, id }
}
