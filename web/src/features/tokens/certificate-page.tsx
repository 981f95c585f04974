import type { CheckCertificate } from '@hissa/contracts/investment'
import type { Output } from '@hissa/contracts'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useT, useLocale } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDate } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { ChainName } from '../../ui/chain-name.js'
import { Form, TextField } from '../../ui/form.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { useCheckCertificateNameMutation, useCheckCertificateQuery, type CertificatePlace } from './certificate-api.js'

/** `/certificate/:sequence/:index/:code`: anyone who has a share certificate checks it against the register. */
export default function CertificatePage() {
  const t = useT()
  const { sequence, index, code = '' } = useParams()
  const place = { sequence: Number(sequence), index: Number(index), code }
  const { data, error, isFetching, refetch } = useCheckCertificateQuery(place)
  return (
    <div className="frame pb-24">
      <PageHead title={t('tokens.certificate.title')} private />
      <PageHeader title={t('tokens.certificate.title')} lead={t('tokens.certificate.lead')} />
      {data ? (
        <Genuine {...data} place={place} />
      ) : error && !isFetching ? (
        <NotFound error={error as ApiError} again={() => void refetch()} />
      ) : (
        <Loading label={t('tokens.certificate.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-80 w-full max-w-[680px]" />
        </Loading>
      )}
    </div>
  )
}

function NotFound({ error, again }: { error: ApiError; again: () => void }) {
  const t = useT()
  // A code that isn't one, or a number that isn't one, was never issued either.
  if (error.status === 404 || error.status === 400)
    return (
      <EmptyState
        title={t('tokens.certificate.unknown')}
        text={t('tokens.certificate.unknownText')}
        action={
          <ButtonLink kind="secondary" to="/contact">
            {t('tokens.certificate.contact')}
          </ButtonLink>
        }
      />
    )
  return (
    <ErrorState
      title={t('tokens.certificate.error')}
      text={t('tokens.errorText')}
      reference={error.reference}
      action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
    />
  )
}

type Checked = Output<typeof CheckCertificate>

function Genuine({ register, entry, property, place }: Checked & { place: CertificatePlace }) {
  const t = useT()
  const locale = useLocale()
  const copied = (name: string, label: string) => <ChainName canCopy name={name} label={label} />
  return (
    <div className="flex max-w-[680px] flex-col gap-6">
      <Notice tone="good" title={t('tokens.certificate.genuine')}>
        {t('tokens.certificate.genuineText')}
      </Notice>
      <Card className="px-6 py-4">
        <DefinitionList
          facts={[
            {
              term: t('tokens.certificate.property'),
              value: (
                <Link to={`/properties/${property.slug}`} className="underline underline-offset-3">
                  <PropertyTitle property={property} />
                </Link>
              ),
            },
            { term: t('tokens.certificate.shares'), value: formatCount(entry.units) },
            { term: t('tokens.certificate.asOf'), value: formatDate(register.asOf, locale) },
            {
              term: t('tokens.certificate.register'),
              value: t('tokens.certificate.place', {
                sequence: formatCount(register.sequence),
                entry: formatCount(entry.index + 1),
              }),
            },
            { term: t('tokens.register.root'), value: copied(register.root, t('tokens.copy.root')) },
            ...(entry.account
              ? [{ term: t('tokens.certificate.account'), value: copied(entry.account, t('tokens.copy.account')) }]
              : []),
          ]}
        />
      </Card>
      <NameCheck place={place} />
      <p className="text-15 text-ink-2">{t('tokens.certificate.later')}</p>
    </div>
  )
}

/** Shows whether a name is the one on the certificate. Nothing on the page reveals the name itself. */
function NameCheck({ place }: { place: CertificatePlace }) {
  const t = useT()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [check, { data, error, isLoading }] = useCheckCertificateNameMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') void check({ ...place, name: name.trim() })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-22">{t('tokens.certificate.nameTitle')}</h2>
      <TextField
        label={t('tokens.certificate.name')}
        hint={t('tokens.certificate.nameHint')}
        error={missing ? t('tokens.certificate.nameMissing') : undefined}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" kind="secondary" busyText={isLoading && t('ui.loading')} className="self-start">
        {t('tokens.certificate.checkName')}
      </Button>
      <div role="status" className="empty:hidden">
        {error ? (
          <Notice tone="warn">{t('tokens.certificate.error')}</Notice>
        ) : (
          data && (
            <Notice tone={data.nameMatches ? 'good' : 'warn'}>
              {t(data.nameMatches ? 'tokens.certificate.nameMatches' : 'tokens.certificate.nameDiffers')}
            </Notice>
          )
        )}
      </div>
    </Form>
  )
}
