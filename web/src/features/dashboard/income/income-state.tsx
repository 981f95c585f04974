import { useT } from '../../../i18n/i18n.js'
import { StatusBadge, StatusShape, type Tone } from '../../../ui/status.js'

/** Whether an income is paid, declared for a known date, or only estimated from the target. */
export type IncomeState = 'paid' | 'declared' | 'estimated'
export const INCOME_STATES = ['paid', 'declared', 'estimated'] as const

/** Each state has a shape as well as a colour: a square, a disc and a ring. */
const TONES: Record<IncomeState, Tone> = { paid: 'good', declared: 'info', estimated: 'neutral' }

/** Shows the state of an income by shape and word. */
export function IncomeBadge({ state }: { state: IncomeState }) {
  const t = useT()
  return <StatusBadge tone={TONES[state]}>{t(`income.state.${state}`)}</StatusBadge>
}

/** Draws the shape of a state; its word is beside it. */
export const IncomeMark = ({ state }: { state: IncomeState }) => <StatusShape tone={TONES[state]} />
