import * as contracts from '@hissa/contracts/investment'
import { Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadTrackRecord } from './read-track-record.js'

@Controller()
export class RecordController {
  constructor(private readonly record: ReadTrackRecord) {}

  @Rpc(contracts.GetTrackRecord)
  get() {
    return this.record.run()
  }
}
