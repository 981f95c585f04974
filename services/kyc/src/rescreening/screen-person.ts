import { AuditLog } from '@hissa/audit'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { rescreened } from '../cases/assess.js'
import { decide } from '../cases/case.js'
import { caseEvents } from '../cases/case-events.js'
import { CaseStore } from '../cases/case.store.js'
import { newHits, ScreenCase, withNewHits } from '../cases/screen-case.js'
import type { Screener } from '../screening/sanctions-list.js'
import { ScreenedPeople } from './screened-people.js'

/** What a person is screened against: the parties of `screener`, after which they count as screened against `set`. */
export interface Against {
  screener: Screener
  set: string
}

/**
 * Screens the person of an approved case again. A hit that reviewers haven't seen reopens the case: two people must
 * decide it, and until then neither money nor shares of the person move. Events: kyc.case.reopened.v1.
 */
@Injectable()
export class ScreenPerson {
  constructor(
    private readonly store: CaseStore,
    private readonly people: ScreenedPeople,
    private readonly screening: ScreenCase,
    private readonly log: AuditLog,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns whether the case was reopened. */
  screen(caseId: string, against: Against): Promise<boolean> {
    return transaction(this.connection, (session) => this.screenIn(session, caseId, against))
  }

  /** As `screen`, in a transaction of the caller. */
  async screenIn(session: ClientSession, caseId: string, { screener, set }: Against): Promise<boolean> {
    const at = this.clock.now()
    const current = await this.store.load(caseId, session)
    if (current?.state !== 'approved') return false
    // Null if the person was erased.
    const evidence = await this.store.openEvidence(current, session)
    const screened = evidence && this.screening.screen(evidence, screener)
    const added = evidence && screened ? newHits(evidence.hits, screened.hits) : []
    if (!evidence || !screened || !current.assessment || added.length === 0) {
      await this.people.mark(caseId, set, at, session)
      return false
    }
    const hits = withNewHits(evidence.hits, added)
    const assessment = rescreened(current.assessment, { ...screened, hits })
    const decision = decide(current, { type: 'reopen', assessment }, at)
    if (!decision.ok) throw new Error(`an approved case was not reopened: ${decision.error.code}`)
    const { next, events } = decision.value
    const sealed = await this.store.sealEvidence(current, { ...evidence, hits })
    const columns = { evidence: sealed, screenedSet: set, screenedAt: at }
    await this.store.save(next, current.version, session, columns)
    await this.outbox.append(session, ...caseEvents(next, events, at))
    const found = added.map(({ list, dataId }) => ({ list, dataId }))
    await this.log.append(session, {
      ...{ actor: 'rule', roles: [], action: 'case.reopened', subject: current.userId },
      detail: { caseId, set, hits: found, reasons: assessment.reasons, version: next.version },
    })
    return true
  }
}
