import { systemTiming, TIMING, wallNow, type Timing } from '@hissa/kernel'
import { MONGO, type Connection } from '@hissa/persistence'
import { beaconProxyBytecode, type SuiteAddresses, type SuiteParameters, type SuitePlan } from '@hissa/token-suite'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { keccak256, type Hash } from 'viem'

const MODEL = 'Suite'
const ID = 'suite'

interface Row {
  _id: typeof ID
  parameters: Omit<SuiteParameters, 'claimTopic' | 'upgradeDelay'> & { claimTopic: string; upgradeDelay: string }
  addresses: SuiteAddresses
  /** Of the code of identities and tokens, which determines the addresses of new ones. */
  proxyHash: Hash
  recordedAt: Date
}

const schema = new Schema<Row>(
  {
    _id: { type: String, required: true },
    parameters: { type: Schema.Types.Mixed, required: true } as never,
    addresses: { type: Schema.Types.Mixed, required: true } as never,
    proxyHash: { type: String, required: true },
    recordedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'suite' },
)

/** Defines the model. Call it before the service starts, because collections are created then. */
export const defineSuite = (connection: Connection) => connection.model(MODEL, schema)

/** What the addresses of a suite were determined by. */
export interface RecordedSuite {
  parameters: SuiteParameters
  addresses: SuiteAddresses
}

/**
 * Stores the parameters and addresses of the suite before the first contract is deployed. They never change: the keys of
 * roles and the code of a later release would lead to other addresses, where there is nothing.
 */
@Injectable()
export class SuiteStore {
  private readonly model: Model<Row>

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(TIMING) private readonly timing: Timing = systemTiming,
  ) {
    this.model = connection.model<Row>(MODEL)
  }

  /**
   * Returns the recorded suite. Throws Error if this release would deploy tokens and identities at other addresses than
   * the factory does.
   */
  async find(): Promise<RecordedSuite | undefined> {
    const row = await this.model.findById(ID).lean<Row>()
    if (!row) return undefined
    if (row.proxyHash !== keccak256(beaconProxyBytecode))
      throw new Error('the proxies of this release are not those of the deployed suite')
    const { claimTopic, upgradeDelay, ...parameters } = row.parameters
    const amounts = { claimTopic: BigInt(claimTopic), upgradeDelay: BigInt(upgradeDelay) }
    return { parameters: { ...parameters, ...amounts }, addresses: row.addresses }
  }

  /** Records a suite unless another replica has recorded one, and returns the recorded one. */
  async record({ parameters, addresses }: Pick<SuitePlan, 'parameters' | 'addresses'>): Promise<RecordedSuite> {
    const { claimTopic, upgradeDelay, ...rest } = parameters
    const stored = { ...rest, claimTopic: String(claimTopic), upgradeDelay: String(upgradeDelay) }
    const proxyHash = keccak256(beaconProxyBytecode)
    const content = { parameters: stored, addresses, proxyHash, recordedAt: wallNow(this.timing) }
    await this.model.updateOne({ _id: ID }, { $setOnInsert: content }, { upsert: true })
    return (await this.find())!
  }
}
