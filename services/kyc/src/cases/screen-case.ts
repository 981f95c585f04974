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

  /** Screens against all loaded lists, or only the parties of `screener`. */
  screen(
    { profileName, profileBirthDate, originalName, reading }: Omit<Evidence, 'hits' | 'mrzLines'>,
    screener = this.screener,
  ): Screened {
    const names = {
      profile_name: profileName,
      document_name: documentNameOf(reading),
      ...(originalName ? { original_name: originalName } : {}),
    }
    const birthDates = [profileBirthDate, reading.fields.birthDate].filter((birth) => typeof birth === 'string')
    const longName = Object.values(names).some(isLongName)
    return { hits: screener.screen(names, birthDates), longName, ...this.listsNow() }
  }

  /** Returns the lists, and whether one is too old. The lists of the package age, so local mode accepts that. */
  private listsNow(): Pick<Screened, 'lists' | 'listOld'> {
    const { lists } = this.screener
    const aged = withAges(
      lists.filter(({ kind }) => kind === 'sanctions'),
      { now: this.clock.now(), maxAgeDays: this.config.SANCTIONS_MAX_AGE_DAYS },
    )
    return { lists, listOld: this.config.LOCAL_MODE !== '1' && aged.some(({ old }) => old) }
  }
}

const isSameParty = (one: Hit, other: Hit) => one.list === other.list && one.dataId === other.dataId
const isSameHit = (one: Hit, other: Hit) =>
  isSameParty(one, other) &&
  one.listedName === other.listedName &&
  one.quality === other.quality &&
  (one.closeness ?? 'exact') === (other.closeness ?? 'exact')

/** Returns the hits of a later screening that are not known, or known with another name, quality or closeness. Pure. */
export const newHits = (known: readonly Hit[], later: readonly Hit[]): Hit[] =>
  later.filter((hit) => !known.some((each) => isSameHit(each, hit)))

/** Returns the known hits with the new ones, each of which replaces those of the same party. Pure. */
export const withNewHits = (known: readonly Hit[], added: readonly Hit[]): Hit[] => [
  ...known.filter((hit) => !added.some((each) => isSameParty(each, hit))),
  ...added,
]
