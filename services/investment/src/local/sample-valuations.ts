import type { Actor } from '@hissa/audit'
import type { AnyError, Result } from '@hissa/contracts'
import type { ValuationMethod } from '@hissa/contracts/investment'
import { fils, times } from '@hissa/money'
import { Storage } from '@hissa/storage'
import { Injectable } from '@nestjs/common'
import { Readable } from 'node:stream'
import { IncomeDocuments } from '../income/income-documents.js'
import { type Raise, RaiseStore } from '../raises/raises.api.js'
import { DecideValuation } from '../valuations/decide-valuation.js'
import { sampleDocument } from './sample-document.js'

const UPLOAD_BYTES = 100_000
/** Valuations are in whole thousands of dirhams. */
const ROUNDED_TO_FILS = fils(100_000)
const PERCENT = 100

interface SampleValuation {
  /** The quarter, from 0, at whose end the property was valued. */
  index: number
  /** Of the issue price of all units; one for each property, in order. */
  percents: readonly [number, number]
  method: ValuationMethod
}
const SAMPLES: readonly SampleValuation[] = [
  { index: 1, percents: [102, 101], method: 'sales_comparison' },
  { index: 4, percents: [107, 98], method: 'income' },
  { index: 7, percents: [105, 103], method: 'sales_comparison' },
]

/** Values the sample properties at the end of some quarters, through the use cases of production. */
@Injectable()
export class SampleValuations {
  constructor(
    private readonly raises: RaiseStore,
    private readonly documents: IncomeDocuments,
    private readonly decisions: DecideValuation,
    private readonly storage: Storage,
  ) {}

  /** Values a property if the samples have a valuation for this quarter; `place` is its place among the properties. */
  async value(
    propertyId: string,
    { index, place, date }: { index: number; place: number; date: string },
    { maker, checker }: { maker: Actor; checker: Actor },
  ): Promise<void> {
    const sample = SAMPLES.find((one) => one.index === index)
    if (!sample) return
    const raise = (await this.raises.byId(propertyId))!
    const source = Readable.from([sampleDocument(`Valuation of ${propertyId} as of ${date}`)])
    const { objectRef, key } = await this.storage.putQuarantine(source, { limitBytes: UPLOAD_BYTES })
    const { document } = valueOf(await this.documents.store({ propertyId, objectRef, key }, maker))
    const facts = { date, valueFils: valueOfRaise(raise, sample.percents[place % 2]!), method: sample.method }
    const proposal = { propertyId, ...facts, valuer: 'Sample Valuers', documentSha256: document.sha256 }
    const { valuation } = valueOf(await this.decisions.propose({ ...proposal, reason: 'The yearly report' }, maker))
    const decision = { valuationId: valuation.valuationId, verdict: 'approve' as const }
    valueOf(await this.decisions.decide({ ...decision, reason: 'Agrees with the report' }, checker))
  }
}

function valueOfRaise({ unitPriceFils, unitsIssued }: Raise, percent: number) {
  const exact = times(unitPriceFils, unitsIssued) * percent
  return fils(Math.round(exact / (PERCENT * ROUNDED_TO_FILS)) * ROUNDED_TO_FILS)
}

function valueOf<T>(result: Result<T, AnyError>): T {
  if (result.ok) return result.value
  throw new Error(`sample data: ${JSON.stringify(result.error)}`)
}
