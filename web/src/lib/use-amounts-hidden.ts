import { useSyncExternalStore } from 'react'
import { areAmountsHidden, onHideAmounts } from './hide-amounts.js'

/** Returns whether the user hides their amounts on this device. Apart from their display, which the entry doesn't need. */
export const useAmountsHidden = (): boolean => useSyncExternalStore(onHideAmounts, areAmountsHidden, () => false)
