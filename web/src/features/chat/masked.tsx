import { Fragment } from 'react'
import { HiddenFigure } from '../../ui/own-figure.js'
import type { Answer } from './turns.js'

/** Returns the amounts and shares of the user's account as they are written in an answer, longest first. */
export function ownAmounts({ kind, figures }: Pick<Answer, 'kind' | 'figures'>): string[] {
  if (kind !== 'account') return []
  return figures
    .flatMap((figure) => (figure.kind === 'fils' || figure.kind === 'units' ? [figure.shown] : []))
    .toSorted((a, b) => b.length - a.length)
}

/** Replaces the user's amounts in a text by words. */
export const maskText = (text: string, amounts: readonly string[], word: string): string =>
  amounts.reduce((masked, amount) => masked.replace(wholeNumber(amount), word), text)

/** Matches an amount where it is no part of a longer number: 20, but not the 20 of 2026 or 1,020. */
const wholeNumber = (amount: string): RegExp =>
  new RegExp(
    `(?<![\\p{Nd}][.,\u066b\u066c]?)${amount.replace(/[.+*?()|[\]\\]/g, '\\$&')}(?![.,\u066b\u066c]?[\\p{Nd}])`,
    'gu',
  )

const MARK = '\u0000'

/** Shows a text with dots in place of the user's amounts. */
export function MaskedText({ text, amounts }: { text: string; amounts: readonly string[] }) {
  return maskText(text, amounts, MARK)
    .split(MARK)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <HiddenFigure />}
        {part}
      </Fragment>
    ))
}
