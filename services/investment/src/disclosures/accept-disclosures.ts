import { type Answer, type Input, ok, refuse } from '@hissa/contracts'
import { type AcceptDisclosures as Contract, DISCLOSURE_OUTDATED } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { noProperty, RaiseStore } from '../raises/raises.api.js'
import { outstanding } from '../rules/rules.api.js'
import { ACCEPTANCES, acceptanceId, type CurrentDisclosure, DisclosureStore } from './disclosure.store.js'

/**
 * Records that an investor acknowledged texts for a property, with version, hash, language and time. Accepting again
 * changes nothing.
 */
@Injectable()
export class AcceptDisclosures {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    private readonly disclosures: DisclosureStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(userId: string, input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const raise = await this.raises.byRef(input.propertyId)
    if (!raise) return noProperty()
    const current = await this.disclosures.current()
    const outdated = refuseOutdated(input.documents, current)
    if (outdated) return outdated
    const outcome = await this.ledger.decideAndCommit(async () => {
      const before = await this.disclosures.acceptedBy(userId, raise._id)
      const fresh = outstanding(distinct(input.documents), before)
      return fresh.length === 0 ? { done: true } : this.record(userId, raise._id, input.locale, fresh)
    })
    // STALE and KEY_REUSED: a concurrent request recorded the same acceptance.
    if ('ok' in outcome && !outcome.ok && outcome.reason !== 'STALE' && outcome.reason !== 'KEY_REUSED') {
      throw new Error(`not recorded: ${outcome.reason}`)
    }
    const accepted = await this.disclosures.acceptedBy(userId, raise._id)
    const required = current.filter((text) => text.required)
    return ok({ accepted: input.documents, outstanding: outstanding(required, accepted) })
  }

  private record(userId: string, propertyId: string, locale: string, texts: readonly CurrentDisclosure[]): Change {
    const saves = texts.map((text): Save => {
      const { documentId, version, hash } = text
      const set = { userId, propertyId, documentId, textVersion: version, hash, locale, at: this.clock.now() }
      return { collection: ACCEPTANCES, id: acceptanceId(userId, propertyId, text), version: 0, set }
    })
    const key = `accept:${saves.map((save) => save.id).join(',')}`
    return { key, inputHash: locale, transfers: [], saves, events: [] }
  }
}

function distinct(texts: readonly CurrentDisclosure[]): CurrentDisclosure[] {
  return [...new Map(texts.map((text) => [text.documentId, text])).values()]
}

function refuseOutdated(accepted: readonly CurrentDisclosure[], current: readonly CurrentDisclosure[]) {
  const isCurrent = (text: CurrentDisclosure) =>
    current.some((now) => now.documentId === text.documentId && now.version === text.version && now.hash === text.hash)
  if (accepted.every(isCurrent)) return undefined
  const documents = current.map(({ documentId, version, hash }) => ({ documentId, version, hash }))
  const detail = 'A text was updated. Please read the new version.'
  return refuse(DISCLOSURE_OUTDATED, detail, { documents })
}
