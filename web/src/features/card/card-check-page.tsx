import type { Output } from '@hissa/contracts'
import type { CheckedCardState, CheckInvestorCard } from '@hissa/contracts/investment'
import { useParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatDateTime } from '../../lib/format.js'
import { saveFile } from '../../lib/save-file.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card, DefinitionList, type Fact, PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { useCheckInvestorCardQuery } from './card-api.js'
import { grouped } from './card-face.js'

/** `/card/:code`: anyone to whom a digital card is shown checks it. */
export default function CardCheckPage() {
  const t = useT()
  const { code = '' } = useParams()
  const { data, error, isFetching, refetch } = useCheckInvestorCardQuery(code)
  return (
    <div className="frame pb-24">
      <PageHead title={t('card.check.title')} private />
      <PageHeader title={t('card.check.title')} lead={t('card.check.lead')} />
      {data && !isFetching ? (
        <Checked {...data} again={() => void refetch()} />
      ) : error && !isFetching ? (
        <Unknown error={error as ApiError} again={() => void refetch()} />
      ) : (
        <Loading label={t('card.check.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-80 w-full max-w-[680px]" />
        </Loading>
      )}
    </div>
  )
}

function Unknown({ error, again }: { error: ApiError; again: () => void }) {
  const t = useT()
  // What is no number, or is too long for one, was never issued either.
  if (error.status === 404 || error.status === 400)
    return (
      <EmptyState
        title={t('card.check.unknown')}
        text={t('card.check.unknownText')}
        action={
          <ButtonLink kind="secondary" to="/contact">
            {t('card.contact')}
          </ButtonLink>
        }
      />
    )
  return (
    <ErrorState
      title={t('card.check.error')}
      text={t('card.errorText')}
      reference={error.reference}
      action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
    />
  )
}

const TONES: Record<CheckedCardState, 'good' | 'warn' | 'bad'> = {
  ...{ valid: 'good', frozen: 'warn', replaced: 'bad', not_valid: 'bad' },
}

function Checked({ card, signature, again }: Output<typeof CheckInvestorCard> & { again: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { number, state, holder, tier, memberSince, checkedAt } = card
  const facts: Fact[] = [
    ...(holder ? [{ term: t('card.holder'), value: <bdi>{holder}</bdi> }] : []),
    ...(tier ? [{ term: t('card.tier'), value: t(`card.tier.${tier}`) }] : []),
    ...(memberSince ? [{ term: t('card.since'), value: formatDate(memberSince, locale) }] : []),
    { term: t('card.number'), value: <bdi dir="ltr">{grouped(number)}</bdi> },
    { term: t('card.check.at'), value: t('card.check.time', { time: formatDateTime(checkedAt, locale) }) },
  ]
  const save = () =>
    saveFile(`hissa-card-${number}.json`, `${JSON.stringify({ card, signature })}\n`, 'application/json')
  return (
    <div className="flex max-w-[680px] flex-col gap-6">
      <Notice tone={TONES[state]} title={t(`card.check.${state}`)}>
        {t(`card.check.${state}Text`)}
      </Notice>
      <Card className="px-6 py-4">
        <DefinitionList facts={facts} />
      </Card>
      <div className="flex flex-wrap gap-3 max-xs:*:flex-auto no-print">
        <Button kind="secondary" onClick={again}>
          {t('card.check.again')}
        </Button>
        <Button kind="secondary" onClick={save}>
          {t('card.check.save')}
        </Button>
      </div>
      <p className="text-15 text-ink-2">{t('card.check.signed')}</p>
    </div>
  )
}
