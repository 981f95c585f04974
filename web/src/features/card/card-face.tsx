import type { InvestorCardView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import { LogoMark } from '../../ui/logo.js'

/** Returns a number in groups of four, as it is printed. */
export const grouped = (number: string): string => number.replace(/.{4}(?!$)/g, '$& ')

interface CardFaceProps {
  card: InvestorCardView
  /** The whole number; without it only its last four characters are shown. */
  number?: string | undefined
}

/**
 * Renders the front of the digital card in the brand's green, with the colour of text that each theme has on it.
 */
export function CardFace({ card: { holder, tier, memberSince, state, lastFour }, number }: CardFaceProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <section
      aria-label={t('card.face')}
      className="overflow-hidden rounded-l bg-linear-to-br from-primary to-primary-hover shadow-float [print-color-adjust:exact]"
    >
      <div className="relative flex min-h-56 flex-col justify-between gap-5 p-5 text-on-primary xs:min-h-72 xs:p-7">
        <Pattern />
        <div className="relative flex items-start justify-between gap-4">
          <span className="inline-flex items-center gap-2.5 text-22 [--ground:transparent]">
            <LogoMark size={32} />
            {t('brand.name')}
          </span>
          <span className="rounded-full border border-current px-3 py-0.5 text-13">{t(`card.state.${state}`)}</span>
        </div>
        <p className="relative text-18 tracking-[0.06em] tabular-nums xs:text-26">
          <span className="sr-only">{number ? t('card.number') : t('card.ends')} </span>
          <bdi dir="ltr">
            {!number && <span aria-hidden="true">•••• •••• •••• </span>}
            {number ? grouped(number) : lastFour}
          </bdi>
        </p>
        <dl className="relative grid grid-cols-2 gap-x-5 gap-y-3 xs:grid-cols-[1fr_auto_auto]">
          <Fact term={t('card.holder')} value={<bdi>{holder}</bdi>} className="max-xs:col-span-2" />
          <Fact term={t('card.tier')} value={t(`card.tier.${tier}`)} />
          <Fact term={t('card.since')} value={formatDate(memberSince, locale)} />
        </dl>
      </div>
    </section>
  )
}

function Fact({ term, value, className }: { term: string; value: React.ReactNode; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-13">{term}</dt>
      <dd className="text-15 font-medium break-words xs:text-18">{value}</dd>
    </div>
  )
}

/** Draws the star of the mark, large and faint, across the end of the card. */
function Pattern() {
  return (
    <svg
      viewBox="0 0 28 28"
      aria-hidden="true"
      className="absolute -end-16 -bottom-20 size-80 opacity-15"
      fill="none"
      stroke="currentColor"
      strokeWidth=".5"
    >
      <path d="M5.5 5.5h17v17h-17zM14 2 26 14 14 26 2 14zM8 8h12v12H8zM14 5.5 22.5 14 14 22.5 5.5 14z" />
    </svg>
  )
}
