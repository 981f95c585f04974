import { Holds } from '../issuance/holds.js'
import { ApplyFreezes } from './apply-freezes.js'
import { ClearTargets } from './clear-targets.js'
import { ContractFlagStore } from './contract-flag.store.js'
import { FreezeStore } from './freeze.store.js'
import { Freezes } from '../relocations/relocations.api.js'
import { HoldMints } from './hold-mints.js'
import { PauseTokens } from './pause-tokens.js'
import { SetContractFlags } from './set-contract-flags.js'
import { ShareFreezes } from './share-freezes.js'

export const enforcementProviders = [
  ...[FreezeStore, ContractFlagStore, ShareFreezes],
  { provide: Freezes, useExisting: ShareFreezes },
  { provide: Holds, useClass: HoldMints },
  ...[SetContractFlags, ClearTargets, ApplyFreezes, PauseTokens],
]
