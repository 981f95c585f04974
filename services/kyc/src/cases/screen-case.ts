import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { KYC_CONFIG, type KycConfig } from '../config.js'
import { withAges } from '../screening/list-age.js'
import { isLongName } from '../screening/name-index.js'
import { Screener, type Hit } from '../screening/sanctions-list.js'
import { documentNameOf, type Evidence as RuleEvidence } from './assess.js'
import type { Evidence } from './evidence.js'

type Screened = Pick<RuleEvidence, 'hits' | 'longName' | 'lists' | 'listOld'>

/** Screens the names of a case against the loaded lists. */
@Injectable()
export class ScreenCase {
  constructor(
    private readonly screener: Screener,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KYC_CONFIG) private readonly config: KycConfig,
  ) {}

  screen({ profileName, profileBirthDate, originalName, reading }: Omit<Evidence, 'hits' | 'mrzLines'>): Screened {
    const names = {
      profile_name: profileName,
      document_name: documentNameOf(reading),
      ...(originalName ? { original_name: originalName } : {}),
    }
    const birthDates = [profileBirthDate, reading.fields.birthDate].filter((birth) => typeof birth === 'string')
    const longName = Object.values(names).some(isLongName)
    return { hits: this.screener.screen(names, birthDates), longName, ...this.listsNow() }
  }

  /** Returns the lists, and whether one is too old. The lists of the package age, so local mode accepts that. */
  private listsNow(): Pick<Screened, 'lists' | 'listOld'> {
    const { lists } = this.screener
    const aged = withAges(lists, { now: this.clock.now(), maxAgeDays: this.config.SANCTIONS_MAX_AGE_DAYS })
    return { lists, listOld: this.config.LOCAL_MODE !== '1' && aged.some(({ old }) => old) }
  }
}

const idOf = ({ list, dataId, closeness = 'exact' }: Hit) => `${list}:${dataId}:${closeness}`

/** Returns the known hits with those that a later screening adds; undefined if it adds none. Pure. */
export function withNewHits(known: readonly Hit[], later: readonly Hit[]): Hit[] | undefined {
  const ids = new Set(known.map(idOf))
  const added = later.filter((hit) => !ids.has(idOf(hit)))
  return added.length > 0 ? [...known, ...added] : undefined
}
