import type { Classification, InvestorClass } from '@hissa/contracts/investment'
import type { Save } from '@hissa/ledger'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import type { RuleDecision } from '../rules/rules.api.js'

const CLASSES = 'investor_classes'

/** The last decided class of an investor. */
export interface ClassRow {
  /** The investor's user id. */
  _id: string
  investorClass: InvestorClass
  evidence?: Classification['evidence']
  optUp?: string
  /** From then on the investor is retail. */
  expiresAt?: Date
  decision: RuleDecision
  decidedAt: Date
  maker: string
  checker: string
  version: number
}

const schema = new Schema<ClassRow>(
  {
    _id: { type: String, required: true },
    investorClass: { type: String, required: true },
    evidence: { type: Schema.Types.Mixed } as never,
    optUp: String,
    expiresAt: Date,
    decision: { type: Schema.Types.Mixed, required: true } as never,
    decidedAt: { type: Date, required: true },
    maker: { type: String, required: true },
    checker: { type: String, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)

/** Reads the classes of investors; the ledger's commit writes them. */
export class ClassStore {
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    connection.model<ClassRow>('InvestorClass', schema, CLASSES)
    this.reads = readsOf(connection)
  }

  byId(userId: string): Promise<ClassRow | undefined> {
    return this.reads.row(CLASSES, { _id: userId })
  }

  /** Returns the class that applies at `at`: retail without a decision, and once it has expired. */
  async classOf(userId: string, at: Date): Promise<InvestorClass> {
    return classAt(await this.byId(userId), at)
  }
}

/** Returns the class of a row that applies at `at`. */
export function classAt(row: ClassRow | undefined, at: Date): InvestorClass {
  const isCurrent = row && (row.expiresAt === undefined || at < row.expiresAt)
  return isCurrent ? row.investorClass : 'retail'
}

/** Returns the save of a decided class; `before` is the row that it replaces. */
export function classSave(before: ClassRow | undefined, decided: Omit<ClassRow, 'version'>): Save {
  const { _id: id, ...set } = decided
  const unset = (['evidence', 'optUp', 'expiresAt'] as const).filter((field) => decided[field] === undefined)
  return { collection: CLASSES, id, version: before?.version ?? 0, set: withoutUndefined(set), unset }
}

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
