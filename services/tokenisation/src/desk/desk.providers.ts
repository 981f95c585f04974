import { BeginShareAction } from './begin-share-action.js'
import { DecideShareAction } from './decide-share-action.js'
import { DecisionViews } from './decision-views.js'
import { DeclineRelocation } from './decline-relocation.js'
import { ExpireProposals } from './expire-proposals.js'
import { ListShareDecisions } from './list-share-decisions.js'
import { ProposeShareAction } from './propose-share-action.js'
import { ReadShareholder } from './read-shareholder.js'
import { ReadShareholders } from './read-shareholders.js'
import { ShareholderStore } from './shareholder.store.js'
import { ShareholderViews } from './shareholder-views.js'
import { Shareholders } from './shareholders.js'

export const deskProviders = [
  ...[Shareholders, ShareholderStore, ShareholderViews, DecisionViews],
  ...[ReadShareholders, ReadShareholder, ListShareDecisions],
  ...[ProposeShareAction, BeginShareAction, DecideShareAction, DeclineRelocation, ExpireProposals],
]
