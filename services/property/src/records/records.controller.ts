import { ApprovalStore } from '@hissa/approvals'
import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/property'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { PUBLISH } from '../publications/publication.js'
import { ListRecords } from './list-records.js'
import { toRecord } from './record.js'
import { SaveRecord } from './save-record.js'

/** Handles the calls by which staff add and change properties before their publication. */
@Controller()
export class RecordsController {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly lists: ListRecords,
    private readonly saves: SaveRecord,
  ) {}

  @Rpc(contracts.ListRecords)
  list(@Input() input: InputOf<typeof contracts.ListRecords>): Promise<Answer<typeof contracts.ListRecords>> {
    return this.lists.execute(input)
  }

  @Rpc(contracts.GetRecord)
  async get(@Input() { propertyId }: InputOf<typeof contracts.GetRecord>): Promise<Answer<typeof contracts.GetRecord>> {
    const property = await this.store.load(propertyId)
    if (!property) return propertyNotFound(propertyId)
    return ok({
      property: toRecord(property, await this.approvals.pendingOf({ action: PUBLISH, subjectId: propertyId })),
    })
  }

  @Rpc(contracts.CreateProperty)
  create(
    @Input() input: InputOf<typeof contracts.CreateProperty>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.CreateProperty>> {
    return this.saves.create(input, by)
  }

  @Rpc(contracts.ChangeProperty)
  change(
    @Input() input: InputOf<typeof contracts.ChangeProperty>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ChangeProperty>> {
    return this.saves.change(input, by)
  }
}
