import type { PropertySummary } from '@hissa/contracts/property'
import type { ReactNode } from 'react'
import type { HomeFigures } from '../../api/api.js'
import { RegulatorLine } from '../../api/regulator-line.js'
import { useT } from '../../i18n/i18n.js'
import pictures from '../../lib/site-pictures.json' with { type: 'json' }
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { ArchitectureCards } from './architecture-cards.js'
import { Comparison } from './comparison.js'
import { Hero, HERO_SIZES } from './hero.js'
import { Protection } from './protection.js'
import { Steps } from './steps.js'
import { TrackRecord } from './track-record.js'
import type { TrackRecord as TrackRecordFigures } from './track-record-api.js'

interface HomePageProps {
  /** `/`: explains the product with the figures of real open offerings, the one with the most funding in front. */
  featured: readonly PropertySummary[]
  total: number
  figures: HomeFigures | undefined
  record: TrackRecordFigures | undefined
  card: (property: PropertySummary) => ReactNode
}

/** Renders the home page. */
export function HomePage({ featured, total, figures, record, card }: HomePageProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('home.title')}
        description={t('home.description')}
        picture={{ files: pictures.hero, sizes: HERO_SIZES }}
        preview={`${pictures.hero.light}-preview.jpg`}
      />
      <Hero example={featured[0]} figures={figures} />
      <div className="border-y border-line bg-surface">
        <div className="frame flex flex-col gap-1 py-4 text-13 md:flex-row md:justify-between md:gap-8">
          <p>
            <RegulatorLine />
          </p>
          <p className="text-ink-2">{t('home.risk')}</p>
        </div>
      </div>
      {featured.length > 0 && <Featured total={total}>{featured.map(card)}</Featured>}
      <TrackRecord figures={record} />
      <Steps example={featured[0]} />
      <Protection />
      <ArchitectureCards />
      <Comparison example={featured[0]} />
    </>
  )
}

function Featured({ total, children }: { total: number; children: ReactNode }) {
  const t = useT()
  return (
    <section className="frame pt-16" aria-labelledby="featured">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 pb-6">
        <h2 id="featured" className="text-34">
          {t('home.featured.title')}
        </h2>
        <Link
          to="/properties"
          className="inline-flex min-h-11 items-center text-15 text-ink-2 hover:text-ink hover:underline"
        >
          {t('home.featured.all', { count: total })}
        </Link>
      </div>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  )
}
