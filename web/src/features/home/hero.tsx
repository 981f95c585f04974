import type { PropertySummary } from '@hissa/contracts/property'
import { larger, smaller, units, ZERO } from '@hissa/money'
import type { HomeFigures } from '../../api/api.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatDate, formatFunded, formatPercent } from '../../lib/format.js'
import { formatCount } from '../../lib/format-count.js'
import type { AppLocale } from '../../lib/locale.js'
import { PLATFORM_MINIMUM_FILS, unitsTaken } from '../../lib/offering.js'
import { titleOf } from '../../lib/property.js'
import { ButtonLink } from '../../ui/button.js'
import { Link } from '../../ui/link.js'
import pictures from '../../lib/site-pictures.json' with { type: 'json' }
import { Picture } from '../../ui/picture.js'
import { ShareGrid } from '../../ui/share-grid.js'

const TILES = ['start', 'return', 'distributions', 'nationalities'] as const

interface HeroProps {
  example: PropertySummary | undefined
  figures: HomeFigures | undefined
}

/** Width of the picture on the page. */
export const HERO_SIZES = '(width >= 1024px) 760px, 100vw'

/** Renders the first section of the home page: the waterfront, and in front of it an offering that is partly funded. */
export function Hero({ example, figures }: HeroProps) {
  const t = useT()
  return (
    <section className="overflow-x-clip">
      <div className="frame grid items-center gap-x-4 pt-8 pb-12 lg:grid-cols-[minmax(0,43%)_minmax(0,1fr)] lg:pt-12">
        <div className="relative z-1">
          <h1 tabIndex={-1} className="max-w-[13ch] text-40 md:text-60">
            {t('home.hero.title')}
          </h1>
          <p className="mt-5 max-w-[46ch] text-18 text-ink-2">{t('home.hero.text')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/properties">{t('home.hero.browse')}</ButtonLink>
            <ButtonLink to="/#how" kind="secondary">
              {t('home.hero.how')}
            </ButtonLink>
          </div>
        </div>
        <figure className="relative max-lg:-mx-4 md:max-lg:-mx-8 lg:-ms-[4%] lg:-me-10 lg:pb-18">
          <div className="aspect-[8/5]">
            <Picture
              picture={pictures.hero}
              alt={t('home.hero.picture')}
              sizes={HERO_SIZES}
              priority
              className="melting size-full"
            />
          </div>
          <figcaption className="px-4 text-12 text-ink-2 max-md:mt-1 md:px-8 lg:absolute lg:end-10 lg:top-0 lg:px-0">
            {t('ui.picture.illustration')}
          </figcaption>
          {example && <ExampleCard property={example} />}
        </figure>
        <div className="lg:col-span-2">
          <Tiles figures={figures} />
        </div>
      </div>
    </section>
  )
}

/**
 * Shows four figures, each with its basis; the target is the range that the open offerings state. The line below gives
 * the target's date, the difference from the platform's aim, and the risk.
 */
function Tiles({ figures }: { figures: HomeFigures | undefined }) {
  const t = useT()
  const locale = useLocale()
  const range = figures?.returnRange ?? null
  const minimumFils = larger(PLATFORM_MINIMUM_FILS, figures?.minimumFils ?? ZERO)
  const values = {
    start: formatCount(minimumFils / 100),
    return: range ? targetText(range, t, locale) : t('home.tile.return.none'),
    distributions: t('home.tile.distributions.value'),
    nationalities: t('home.tile.nationalities.value'),
  }
  return (
    <>
      <dl className="mt-10 grid grid-cols-2 gap-x-8 gap-y-6 border-t border-line pt-6 md:grid-cols-4 lg:mt-8">
        {TILES.map((tile) => (
          <div key={tile} className="flex flex-col-reverse justify-end">
            <dd className="max-w-[24ch] text-12 text-ink-3">
              {t(`home.tile.${tile}.basis`, { count: range?.offerings ?? 0 })}
            </dd>
            <dt className="text-13 text-ink-2 md:whitespace-nowrap">{t(`home.tile.${tile}.label`)}</dt>
            <dd className="text-26 leading-tight tracking-[-0.03em] whitespace-nowrap">{values[tile]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 max-w-[110ch] text-12 text-ink-2">
        {range ? t('home.tile.note', { date: formatDate(range.asOf, locale) }) : t('home.tile.noteNone')}
      </p>
    </>
  )
}

/** Returns a range such as `3.6–6.9%`, rounded down, or one figure if both ends are equal. */
function targetText(
  { lowestBasisPoints, highestBasisPoints }: NonNullable<HomeFigures['returnRange']>,
  t: ReturnType<typeof useT>,
  locale: AppLocale,
) {
  const tenth = (basisPoints: number) => Math.floor(basisPoints / 10) * 10
  const [low, high] = [tenth(lowestBasisPoints), tenth(highestBasisPoints)]
  if (low === high) return formatPercent(high, locale)
  return <bdi dir="ltr">{t('home.tile.return.range', { low: low / 100, high: formatPercent(high, locale) })}</bdi>
}

function ExampleCard({ property }: { property: PropertySummary }) {
  const t = useT()
  const locale = useLocale()
  const { offering } = property
  const mine = smaller(offering.unitsAvailable, units(Math.ceil(offering.unitsTotal / 40)))
  const funded: MessageId = 'properties.funded'
  return (
    <Link
      to={`/properties/${property.slug}`}
      className="mx-4 mt-3 block rounded-m bg-surface p-4 shadow-float md:mx-8 lg:absolute lg:end-10 lg:bottom-0 lg:mx-0 lg:w-[330px]"
    >
      <p className="mb-3 flex justify-between gap-4 text-13">
        <span className="truncate font-medium">{titleOf(property, locale)}</span>
        <span className="whitespace-nowrap text-ink-2">
          {t(funded, { percent: formatFunded(offering.fundedBasisPoints, locale) })}
        </span>
      </p>
      <ShareGrid
        form="strip"
        animate
        unitsTotal={offering.unitsTotal}
        unitsTaken={unitsTaken(property)}
        unitsMine={mine}
        unitPriceFils={offering.unitPriceFils}
        label={t('ui.grid.label', { taken: unitsTaken(property), total: offering.unitsTotal, mine })}
      />
      <p className="mt-2 text-12 text-ink-2">{t('home.hero.grid')}</p>
    </Link>
  )
}
