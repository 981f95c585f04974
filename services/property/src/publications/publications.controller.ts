import { ApprovalStore, type Approval, type ApprovalPlace } from '@hissa/approvals'
import type { Input as InputOf, Output } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/property'
import { decodeCursor, encodeCursor, invalidCursor } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { PropertyStore } from '../catalogue/property.store.js'
import { DecidePublication } from './decide-publication.js'
import { ProposePublication } from './propose-publication.js'
import { PUBLISH, toPublication, type PublicationProposal } from './publication.js'

/** Staff propose, list and decide publications. */
@Controller()
export class PublicationsController {
  constructor(
    private readonly approvals: ApprovalStore,
    private readonly store: PropertyStore,
    private readonly proposals: ProposePublication,
    private readonly decisions: DecidePublication,
  ) {}

  @Rpc(contracts.ListPublications)
  async list(
    @Input() { limit, cursor }: InputOf<typeof contracts.ListPublications>,
  ): Promise<Output<typeof contracts.ListPublications>> {
    const after = cursor === undefined ? undefined : readCursor(cursor)
    const [{ approvals, more }, count] = await Promise.all([
      this.approvals.pending([PUBLISH], { limit, after }),
      this.approvals.countPending([PUBLISH]),
    ])
    const properties = new Map(
      (await this.store.byIds(approvals.map(({ subjectId }) => subjectId))).map((each) => [each.propertyId, each]),
    )
    const publications = (approvals as Approval<PublicationProposal>[]).flatMap((approval) => {
      const property = properties.get(approval.subjectId)
      return property ? [toPublication(approval, property)] : []
    })
    const last = approvals.at(-1)
    return { publications, count, ...(more && last ? { cursor: cursorAfter(last) } : {}) }
  }

  @Rpc(contracts.ProposePublication)
  async propose(
    @Input() input: InputOf<typeof contracts.ProposePublication>,
    @Caller() by: Caller,
  ): Promise<Output<typeof contracts.ProposePublication>> {
    return { publication: await this.proposals.execute(input, by) }
  }

  @Rpc(contracts.DecidePublication)
  async decide(
    @Input() input: InputOf<typeof contracts.DecidePublication>,
    @Caller() by: Caller,
  ): Promise<Output<typeof contracts.DecidePublication>> {
    return { publication: await this.decisions.execute(input, by) }
  }

  @Rpc(contracts.WithdrawPublication)
  async withdraw(
    @Input() input: InputOf<typeof contracts.WithdrawPublication>,
    @Caller() by: Caller,
  ): Promise<Output<typeof contracts.WithdrawPublication>> {
    return { publication: await this.decisions.withdraw(input, by) }
  }
}

const cursorAfter = ({ requestedAt, id }: Approval) => encodeCursor([requestedAt, id])

function readCursor(cursor: string): ApprovalPlace {
  const [at, id] = decodeCursor(cursor)
  const time = new Date(String(at))
  if (Number.isNaN(time.getTime()) || typeof id !== 'string') throw invalidCursor()
  return { at: time, id }
}
