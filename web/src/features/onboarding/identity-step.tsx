import type { Profile } from '@hissa/contracts/identity'
import type { DocumentType, KycStatus } from '@hissa/contracts/kyc'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { codeOf, isConnectionLost } from '../../api/problem.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { countryByCode, nameOfCountry } from '../../lib/countries.js'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'
import { Button } from '../../ui/button.js'
import { CountrySelect } from '../../ui/country-select.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { Notice, Skeleton } from '../../ui/states.js'
import { useStartKycMutation } from './kyc-api.js'

const loadForm = () => import('./document-form.js')
/** Loaded while the user chooses a document. */
const DocumentForm = lazy(loadForm)

interface IdentityStepProps {
  profile: Profile
  kyc: KycStatus
  onBack: () => void
  onSubmitted: () => void
}

/** Renders the second step: document type, images and machine-readable lines. Resumes an open case. */
export function IdentityStep({ profile, kyc, onBack, onSubmitted }: IdentityStepProps) {
  const t = useT()
  const open = kyc.caseId !== null && (kyc.state === 'collecting' || kyc.state === 'resubmission')
  const [choosing, setChoosing] = useState(false)
  const collecting = open && !choosing
  useFocusOnChange(collecting)
  useEffect(() => void loadForm().catch(() => undefined), [])
  return (
    <>
      <h2 tabIndex={-1} className="text-26">
        {t('onboarding.identity.title')}
      </h2>
      <p className="mt-2 mb-6 text-15 text-ink-2">{t('onboarding.identity.lead')}</p>
      {!open && <Introduction />}
      {collecting ? (
        <>
          <ChosenDocument kyc={kyc} onChange={() => setChoosing(true)} />
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <DocumentForm
              key={`${kyc.caseId}${kyc.documentType}`}
              kyc={kyc}
              userId={profile.userId}
              onSubmitted={onSubmitted}
            />
          </Suspense>
        </>
      ) : (
        <ChooseDocument profile={profile} kyc={kyc} onChosen={() => setChoosing(false)} />
      )}
      <p className="mt-6">
        <Button kind="secondary" size="s" onClick={onBack}>
          {t('onboarding.identity.back')}
        </Button>
      </p>
    </>
  )
}

/** Moves the focus to the heading when the step changes halves, because the pressed button no longer exists. */
function useFocusOnChange(collecting: boolean) {
  const shown = useRef(collecting)
  useEffect(() => {
    if (shown.current === collecting) return
    shown.current = collecting
    document.querySelector<HTMLElement>('main h2')?.focus()
  }, [collecting])
}

/** Explains what is requested, why, how long it takes and how long it is kept. */
function Introduction() {
  const t = useT()
  const rows = ['need', 'why', 'time', 'keep'] as const
  return (
    <Card className="mb-8 p-5 md:p-6">
      <dl className="flex flex-col gap-3 text-15">
        {rows.map((row) => (
          <div key={row} className="grid gap-x-6 md:grid-cols-[140px_1fr]">
            <dt className="text-13 leading-6 font-medium text-ink">{t(`onboarding.ask.${row}`)}</dt>
            <dd className="text-ink-2">{t(`onboarding.ask.${row}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function ChosenDocument({ kyc, onChange }: { kyc: KycStatus; onChange: () => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card className="mb-8 flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <DefinitionList
        className="min-w-0 flex-1"
        facts={[
          { term: t('onboarding.document'), value: t(`onboarding.document.${kyc.documentType ?? 'passport'}`) },
          { term: t('onboarding.issuer'), value: nameOfCountry(kyc.issuingCountry ?? '', locale) },
        ]}
      />
      <Button kind="secondary" size="s" onClick={onChange}>
        {t('onboarding.document.change')}
      </Button>
    </Card>
  )
}

const START_ERRORS: Record<string, MessageId> = {
  KYC_ALREADY_APPROVED: 'onboarding.identity.approved',
  KYC_IN_REVIEW: 'onboarding.identity.inReview',
  KYC_CLOSED: 'onboarding.identity.closed',
}

function startError(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return START_ERRORS[codeOf(error) ?? ''] ?? 'onboarding.error.save'
}

function ChooseDocument({ profile, kyc, onChosen }: { profile: Profile; kyc: KycStatus; onChosen: () => void }) {
  const t = useT()
  const language = useLocale()
  const draftKey = `kyc-document.${profile.userId}`
  const [choice, setChoice] = useState(() => ({
    documentType: kyc.documentType ?? 'passport',
    country: kyc.issuingCountry ?? countryByCode(profile.nationality)?.alpha3 ?? '',
    ...readDraft<{ documentType: DocumentType; country: string }>(draftKey),
  }))
  const { documentType, country } = choice
  const choose = (part: Partial<typeof choice>) => {
    setChoice({ ...choice, ...part })
    writeDraft(draftKey, { ...choice, ...part })
  }
  const [missing, setMissing] = useState(false)
  const [start, { isLoading, error }] = useStartKycMutation()
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const issuingCountry = documentType === 'emirates_id' ? 'ARE' : country
    if (!issuingCountry) return setMissing(true)
    const result = await start({ documentType, issuingCountry, language })
    if ('error' in result) return
    dropDraft(draftKey)
    onChosen()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {error && <Notice tone="bad">{t(startError(error))}</Notice>}
      <fieldset>
        <legend className="pb-2 text-13 font-medium">{t('onboarding.document.which')}</legend>
        <div className="grid gap-3 md:grid-cols-2">
          {(['passport', 'emirates_id'] as const).map((type) => (
            <DocumentChoice
              key={type}
              type={type}
              chosen={documentType === type}
              onChoose={() => choose({ documentType: type })}
            />
          ))}
        </div>
      </fieldset>
      {documentType === 'passport' && (
        <CountrySelect
          form="alpha3"
          label={t('onboarding.issuer')}
          value={country}
          error={missing && !country ? t('onboarding.error.issuer') : undefined}
          onChange={(event) => choose({ country: event.target.value })}
          required
        />
      )}
      <Button type="submit" size="l" busyText={isLoading && t('onboarding.saving')}>
        {t('onboarding.document.continue')}
      </Button>
    </form>
  )
}

function DocumentChoice({ type, chosen, onChoose }: { type: DocumentType; chosen: boolean; onChoose: () => void }) {
  const t = useT()
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-m border border-field bg-surface p-4 text-15 transition-colors duration-150 hover:border-ink-2 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="documentType"
        value={type}
        checked={chosen}
        onChange={onChoose}
        className="mt-1 size-4 accent-primary"
      />
      <span>
        <span className="block font-medium">{t(`onboarding.document.${type}`)}</span>
        <span className="text-13 text-ink-2">{t(`onboarding.document.${type}.pages`)}</span>
      </span>
    </label>
  )
}
