import { ApprovalStore, type Approval } from '@hissa/approvals'
import { StaffAudit } from '@hissa/audit'
import { ok, type Answer, type Input } from '@hissa/contracts'
import { GetStaffName } from '@hissa/contracts/identity'
import type { ListedPublication, ListPublications as Contract } from '@hissa/contracts/property'
import { defineCursor, instant } from '@hissa/kernel'
import { isUnavailable, RpcClient, type Caller } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { PropertyStore } from '../catalogue/property.store.js'
import { PUBLISH, toPublication, type PublicationProposal } from './publication.js'

const NAMES_WITHIN_MS = 2_000
const CURSOR = defineCursor('publications', z.tuple([instant, z.string()]))

/** Lists pending publications with the names of their proposers. */
@Injectable()
export class ListPublications {
  constructor(
    private readonly approvals: ApprovalStore,
    private readonly store: PropertyStore,
    private readonly staff: StaffAudit,
    private readonly rpc: RpcClient,
  ) {}

  async execute({ limit, cursor }: Input<typeof Contract>, by: Caller): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const [{ approvals, more }, count] = await Promise.all([
      this.approvals.pending([PUBLISH], { limit, after: after.value }),
      this.approvals.countPending([PUBLISH]),
    ])
    const publications = await this.listed(approvals as Approval<PublicationProposal>[], by)
    const last = approvals.at(-1)
    return ok({ publications, count, ...(more && last ? { cursor: CURSOR.encode([last.requestedAt, last.id]) } : {}) })
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

  /** Returns null for a former staff member, and while identity is unavailable, so that the list stays usable. */
  private async nameOf(userId: string): Promise<string | null> {
    try {
      const named = await this.rpc.ask(GetStaffName, { userId }, { timeoutMs: NAMES_WITHIN_MS })
      return named.ok ? named.value.name : null
    } catch (error) {
      if (isUnavailable(error)) return null
      throw error
    }
  }

  // Written before the names are returned: without the audit row there is no response.
  private audit(approvals: readonly Approval[], by: Caller): Promise<void> {
    const detail = { approvalIds: approvals.map(({ id }) => id) }
    return this.staff.record(by, { action: 'publication.listed', subject: null, detail })
  }
}
