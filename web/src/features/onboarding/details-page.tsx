import type { CurrentUser, Profile } from '@hissa/contracts/identity'
import type { KycStatus, OwnDetails } from '@hissa/contracts/kyc'
import type { ReactNode } from 'react'
import { useGetCurrentUserQuery } from '../../api/account-api.js'
import { useGetProfileQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { Text, useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { formatDate } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card, DefinitionList, PageHeader, type Fact } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { Verified } from './email-card.js'
import { useGetKycStatusQuery, useGetOwnDetailsQuery } from './kyc-api.js'

/** `/profile`: what the platform holds of the user, with the status of their documents. Read-only. */
export default function DetailsPage() {
  const t = useT()
  const profile = useGetProfileQuery()
  const kyc = useGetKycStatusQuery(useLocale())
  const details = useGetOwnDetailsQuery()
  const user = useGetCurrentUserQuery()
  const all = [profile, kyc, details, user]
  const error = all.find((query) => query.error && !query.data)?.error as ApiError | undefined
  const retry = () => all.forEach((query) => void query.refetch())
  return (
    <div className="frame pb-24">
      <PageHead title={t('onboarding.details.title')} private />
      <div className="mx-auto max-w-[720px]">
        <PageHeader
          title={t('onboarding.details.title')}
          lead={t('onboarding.details.lead')}
          actions={
            <ButtonLink to="/profile-management" kind="secondary">
              {t('onboarding.details.edit')}
            </ButtonLink>
          }
        />
        {error ? (
          <ErrorState
            title={t('onboarding.details.error')}
            reference={error.reference}
            action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
          />
        ) : profile.data && kyc.data && details.data && user.data ? (
          <Details profile={profile.data} kyc={kyc.data} details={details.data} user={user.data} />
        ) : (
          <Loading label={t('ui.loading')} onRetry={retry}>
            <Skeleton className="h-96 w-full" />
          </Loading>
        )}
      </div>
    </div>
  )
}

interface DetailsProps {
  profile: Profile
  kyc: KycStatus
  details: OwnDetails
  user: CurrentUser
}

function Details({ profile, kyc, details, user }: DetailsProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-8">
      {details.state !== 'approved' && (
        <Notice tone="info" title={t('onboarding.details.notVerified')}>
          <p>{kyc.nextAction.text}</p>
          <ButtonLink to="/onboarding" size="s" className="mt-3">
            {t('onboarding.details.verify')}
          </ButtonLink>
        </Notice>
      )}
      <Section title={t(details.person ? 'onboarding.details.verified' : 'onboarding.details.stated')}>
        <DefinitionList facts={usePersonFacts(profile, details)} />
      </Section>
      <Section title={t('onboarding.details.contact')}>
        <DefinitionList facts={useContactFacts(user)} />
      </Section>
      {(details.document || details.pictures.length > 0) && (
        <Section title={t('onboarding.document')}>
          <DocumentFacts details={details} />
        </Section>
      )}
      <p className="text-15 text-ink-2">
        <Text
          id="onboarding.details.correct"
          components={{ contact: <TextLink to="/contact" className="inline-flex min-h-11 items-center" /> }}
        />
      </p>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-3 text-18 font-medium">{title}</h2>
      <Card className="px-5 py-3">{children}</Card>
    </section>
  )
}

/** Returns what was verified of the person, or before that what they stated, with their address. */
function usePersonFacts(profile: Profile, { person }: OwnDetails): Fact[] {
  const t = useT()
  const locale = useLocale()
  const date = (iso: string | null | undefined) => (iso ? formatDate(iso, locale) : t('ui.notStated'))
  const country = (code: string | null) => (code ? nameOfCountry(code, locale) : t('ui.notStated'))
  return [
    { term: t('onboarding.fullName'), value: <bdi>{person?.fullName ?? profile.fullName}</bdi> },
    ...(person?.originalName
      ? [{ term: t('onboarding.details.originalName'), value: <bdi>{person.originalName}</bdi> }]
      : []),
    { term: t('onboarding.birthDate'), value: date(person ? person.birthDate : profile.dateOfBirth) },
    { term: t('onboarding.nationality'), value: country(person?.nationality ?? profile.nationality) },
    { term: t('onboarding.residence'), value: country(profile.countryOfResidence) },
    ...(profile.address ? [{ term: t('onboarding.address'), value: <bdi>{lineOf(profile.address)}</bdi> }] : []),
  ]
}

/** Returns how the user is reached, and where they pay tax. */
function useContactFacts({ email, emailVerified, phoneNumber, phoneNumberVerified, profile }: CurrentUser): Fact[] {
  const t = useT()
  const locale = useLocale()
  const { taxResidence } = profile
  const country = (code: string | null | undefined) => (code ? nameOfCountry(code, locale) : t('ui.notStated'))
  const marked = (text: string | null, is: boolean) =>
    text ? (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <bdi dir="ltr" className="break-all">
          {text}
        </bdi>
        <Verified is={is} />
      </span>
    ) : (
      t('ui.notStated')
    )
  return [
    { term: t('onboarding.edit.email'), value: marked(email, emailVerified) },
    { term: t('onboarding.phone'), value: marked(phoneNumber, phoneNumberVerified) },
    { term: t('onboarding.edit.tax'), value: country(taxResidence?.country) },
    ...(taxResidence?.number
      ? [{ term: t('onboarding.edit.taxNumber'), value: <bdi dir="ltr">{taxResidence.number}</bdi> }]
      : []),
  ]
}

/** Returns an address on one line, with the comma of its own script. */
function lineOf({ line1, line2, city, region, postalCode }: NonNullable<Profile['address']>): string {
  const parts = [line1, line2, city, region, postalCode].filter(Boolean)
  return parts.join(/\p{Script=Arabic}/u.test(parts.join('')) ? '، ' : ', ')
}

const TONES: Record<OwnDetails['pictures'][number]['status'], Tone> = {
  missing: 'warn',
  received: 'info',
  in_review: 'info',
  accepted: 'good',
  expired: 'warn',
  replace: 'warn',
  not_accepted: 'bad',
}

function DocumentFacts({ details: { document, pictures, verifiedAt, nextReviewOn } }: Pick<DetailsProps, 'details'>) {
  const t = useT()
  const locale = useLocale()
  const facts: Fact[] = pictures.map(({ kind, status }) => ({
    term: t(document ? `onboarding.upload.${document.documentType}.${kind}` : `onboarding.details.picture.${kind}`),
    value: <StatusBadge tone={TONES[status]}>{t(`onboarding.details.status.${status}`)}</StatusBadge>,
  }))
  if (document)
    facts.unshift(
      { term: t('onboarding.details.kind'), value: t(`onboarding.document.${document.documentType}`) },
      { term: t('onboarding.issuer'), value: nameOfCountry(document.issuingState, locale) },
      { term: t('onboarding.details.number'), value: <bdi dir="ltr">{document.number}</bdi> },
      {
        term: t('onboarding.details.expires'),
        value: document.expiresOn ? formatDate(document.expiresOn, locale) : t('ui.notStated'),
      },
    )
  if (verifiedAt) facts.push({ term: t('onboarding.details.verifiedOn'), value: formatDate(verifiedAt, locale) })
  if (nextReviewOn) facts.push({ term: t('onboarding.details.nextReview'), value: formatDate(nextReviewOn, locale) })
  return <DefinitionList facts={facts} />
}
