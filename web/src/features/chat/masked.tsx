import { Fragment, useSyncExternalStore } from 'react'
import { useT } from '../../i18n/i18n.js'
import { areAmountsHidden, onHideAmounts } from '../../lib/hide-amounts.js'
import type { Answer } from './turns.js'

/** Returns whether the user hides their amounts. */
export const useAmountsHidden = (): boolean => useSyncExternalStore(onHideAmounts, areAmountsHidden, () => false)

/** Returns the amounts of the user's account as they are written in an answer, longest first. */
export function ownAmounts({ kind, figures }: Pick<Answer, 'kind' | 'figures'>): string[] {
  if (kind !== 'account') return []
  return figures
    .flatMap((figure) => (figure.kind === 'fils' ? [figure.shown] : []))
    .toSorted((a, b) => b.length - a.length)
}

/** Replaces the user's amounts in a text by words. */
export const maskText = (text: string, amounts: readonly string[], word: string): string =>
  amounts.reduce((masked, amount) => masked.replaceAll(amount, word), text)

/** Shows dots in place of an amount. */
export function HiddenAmount() {
  const t = useT()
  return (
    <bdi dir="ltr" className="money">
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{t('chat.amountHidden')}</span>
    </bdi>
  )
}

const MARK = '\u0000'

/** Shows a text with dots in place of the user's amounts. */
export function MaskedText({ text, amounts }: { text: string; amounts: readonly string[] }) {
  return maskText(text, amounts, MARK)
    .split(MARK)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <HiddenAmount />}
        {part}
      </Fragment>
    ))
}
