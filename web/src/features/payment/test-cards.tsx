import { useT, type MessageId } from '../../i18n/i18n.js'

const CARDS: readonly (readonly [string, MessageId])[] = [
  ['4242 4242 4242 4242', 'payment.test.pays'],
  ['4000 0000 0000 0002', 'payment.test.declined'],
  ['4000 0027 6000 3184', 'payment.test.challenge'],
]

/** Lists the processor's test cards, on a platform without real payments. */
export function TestCards() {
  const t = useT()
  return (
    <aside className="rounded-m border border-dashed border-line-strong px-4 py-3 text-13 text-ink-2">
      <p className="font-medium text-ink">{t('payment.test')}</p>
      <p>{t('payment.test.text')}</p>
      <ul className="mt-1">
        {CARDS.map(([number, meaning]) => (
          <li key={number}>
            <bdi dir="ltr">{number}</bdi> {t(meaning)}
          </li>
        ))}
      </ul>
    </aside>
  )
}
