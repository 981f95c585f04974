import type { CardView } from '@hissa/contracts/investment'
import { useState } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useConfig } from '../../api/services.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card, PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { CardFields } from './card-fields.js'
import { CardList } from './card-list.js'
import { useOwnDocument } from './own-document.js'
import { useAddCardMutation, useGetCardsQuery } from './payment-api.js'
import { TestCards } from './test-cards.js'

/** `/add-payment-method`: lists, adds and removes saved cards. */
export default function CardsPage() {
  const t = useT()
  const isOwn = useOwnDocument()
  const { data, error, isFetching, refetch } = useGetCardsQuery(undefined, { skip: !isOwn })
  return (
    <div className="frame pb-24">
      <PageHead title={t('payment.cards.title')} private />
      <div className="mx-auto max-w-[720px]">
        <PageHeader title={t('payment.cards.title')} lead={t('payment.cards.lead')} />
        {data ? (
          <Cards cards={data} onSaved={() => void refetch()} />
        ) : error && !isFetching ? (
          <ErrorState
            title={t('payment.cards.error')}
            text={t('payment.cards.errorText')}
            reference={(error as ApiError).reference}
            action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
          />
        ) : (
          <Loading label={t('payment.cards.loading')} onRetry={() => void refetch()}>
            <Skeleton className="h-40 w-full" />
          </Loading>
        )}
      </div>
    </div>
  )
}

function Cards({ cards, onSaved }: { cards: readonly CardView[]; onSaved: () => void }) {
  const t = useT()
  const { secret, busy, problem, begin, end } = useNewCard()
  const add = (
    <Button busyText={busy && t('payment.cards.opening')} onClick={() => void begin()}>
      {t('payment.cards.add')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-8">
      {cards.length > 0 && <CardList cards={cards} />}
      {problem && (
        <Notice tone="bad" title={t('payment.cards.notOpened')}>
          <p>{problem.text}</p>
          {problem.code === 'KYC_REQUIRED' && (
            <ButtonLink to="/onboarding" size="s" kind="secondary" className="mt-3">
              {t('payment.cards.verify')}
            </ButtonLink>
          )}
        </Notice>
      )}
      {secret !== null ? (
        <NewCard
          clientSecret={secret}
          onCancel={end}
          onSaved={() => {
            end()
            onSaved()
            showToast({ kind: 'success', text: t('payment.cards.saved') })
          }}
        />
      ) : cards.length > 0 ? (
        <div>{add}</div>
      ) : (
        <EmptyState title={t('payment.cards.empty')} text={t('payment.cards.emptyText')} action={add} />
      )}
    </div>
  )
}

const PROBLEMS: Readonly<Record<string, MessageId>> = {
  ACCOUNT_SUSPENDED: 'payment.cards.suspended',
  KYC_REQUIRED: 'payment.cards.unverified',
  PROCESSOR_UNAVAILABLE: 'payment.cards.unavailableText',
}

/** Opens a session that saves one card. */
function useNewCard() {
  const t = useT()
  const [open, { isLoading: busy }] = useAddCardMutation()
  const [secret, setSecret] = useState<string | null>(null)
  const [problem, setProblem] = useState<{ code: string; text: string } | null>(null)
  const begin = async () => {
    setProblem(null)
    const { data, error } = await open()
    if (data) return setSecret(data.clientSecret)
    const { code, problem: body } = error as ApiError
    const text =
      code === 'TOO_MANY_CARDS'
        ? t('payment.cards.tooMany', { count: Number(body['maximum']) })
        : t(PROBLEMS[code] ?? 'payment.cards.notOpenedText')
    setProblem({ code, text })
  }
  return { secret, busy, problem, begin, end: () => setSecret(null) }
}

function NewCard(props: { clientSecret: string; onSaved: () => void; onCancel: () => void }) {
  const t = useT()
  const { sandbox } = useConfig()
  return (
    <Card className="flex flex-col gap-5 px-6 py-5">
      <h2 className="text-22">{t('payment.cards.new')}</h2>
      <p className="text-15 text-ink-2">{t('payment.cards.consent')}</p>
      <CardFields
        clientSecret={props.clientSecret}
        label={t('payment.cards.save')}
        busyLabel={t('payment.cards.saving')}
        stays
        onSuccess={props.onSaved}
      />
      <Button kind="quiet" onClick={props.onCancel}>
        {t('payment.cards.cancel')}
      </Button>
      {sandbox && <TestCards />}
    </Card>
  )
}
