import { fils, times, units, type Units } from '@hissa/money'
import { Text, useT, type MessageId } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { ButtonLink } from '../../ui/button.js'
import { Money } from '../../ui/money.js'
import { PageHead } from '../../ui/page-head.js'
import { ShareGrid } from '../../ui/share-grid.js'
import { StatusBadge, type Tone } from '../../ui/status.js'

const UNITS_TOTAL = units(10_000)
const UNIT_PRICE_FILS = fils(10_000)

interface Sample {
  state: MessageId
  tone: Tone
  own: Units
  others: Units
}

/** Invented holdings of the three states that a share goes through. */
const SAMPLES: readonly Sample[] = [
  { state: 'company.shares.reserved', tone: 'info', own: units(50), others: units(3_050) },
  { state: 'company.shares.paid', tone: 'neutral', own: units(400), others: units(5_800) },
  { state: 'company.shares.registered', tone: 'good', own: units(1_250), others: units(8_750) },
]

/** `/shares-card-showcase`: how a holding is shown, with sample figures. */
export default function SharesCardShowcasePage() {
  const t = useT()
  return (
    <div className="frame pb-24">
      <PageHead title={t('company.shares.title')} description={t('company.shares.lead')} />
      <PageHeader title={t('company.shares.title')} lead={t('company.shares.lead')} />
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {SAMPLES.map((sample) => (
          <li key={sample.state}>
            <SampleCard sample={sample} />
          </li>
        ))}
      </ul>
      <p className="max-w-[68ch] pt-6 text-13 text-ink-2">
        <Text id="company.shares.note" components={{ money: <Money fils={UNIT_PRICE_FILS} /> }} />
      </p>
      <p className="pt-6">
        <ButtonLink to="/properties">{t('company.about.browse')}</ButtonLink>
      </p>
    </div>
  )
}

function SampleCard({ sample: { state, tone, own, others } }: { sample: Sample }) {
  const t = useT()
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex items-center justify-between gap-3">
        <StatusBadge tone={tone}>{t(state)}</StatusBadge>
        <span className="text-13 text-ink-2">{t('company.shares.sample')}</span>
      </div>
      <p className="text-34">
        <Money fils={times(UNIT_PRICE_FILS, own)} />
      </p>
      <ShareGrid
        form="strip"
        unitsTotal={UNITS_TOTAL}
        unitsTaken={others}
        unitsMine={own}
        unitPriceFils={UNIT_PRICE_FILS}
        label={t('ui.grid.holding', {
          mine: formatCount(own),
          total: formatCount(UNITS_TOTAL),
          taken: formatCount(others),
        })}
      />
      <DefinitionList
        facts={[
          { term: t('company.shares.own'), value: formatCount(own) },
          { term: t('company.shares.all'), value: formatCount(UNITS_TOTAL) },
        ]}
      />
    </Card>
  )
}
