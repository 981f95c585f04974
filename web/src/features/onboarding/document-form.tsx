import { LINES_ON, type DocumentType, type KycStatus, type UploadKind } from '@hissa/contracts/kyc'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isApiError, isConnectionLost, type ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'
import { Button } from '../../ui/button.js'
import { Checkbox, ErrorSummary, FieldError, Form, TextField, type SummaryError } from '../../ui/form.js'
import { useSubmitKycMutation } from './kyc-api.js'
import { MrzFields } from './mrz-fields.js'
import { checkMrz, MRZ_SHAPE } from './mrz.js'
import { submitError } from './submit-error.js'
import { UploadField } from './upload-field.js'

const PhoneLink = lazy(async () => ({ default: (await import('./phone/phone-link.js')).PhoneLink }))
const ReadDocument = lazy(() => import('./read-document.js'))

const KINDS: Record<DocumentType, readonly UploadKind[]> = { passport: ['front'], emirates_id: ['front', 'back'] }

interface Draft {
  lines: string[]
  originalName: string
  exposed: '' | 'yes' | 'no'
}

interface DocumentFormProps {
  kyc: KycStatus
  userId: string
  onSubmitted: () => void
}

/** Renders the form with the document's images, its machine-readable lines, one question and the submit button. */
export default function DocumentForm(props: DocumentFormProps) {
  const t = useT()
  const { kyc } = props
  const { documentType, draft, change, confirmed, setConfirmed, doubtful, errors, errorAt, attempt, lost, busy, send } =
    useDocumentForm(props)
  return (
    <Form
      className="gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <ErrorSummary errors={errors} attempt={attempt} title={lost ? t('shell.offline.title') : undefined} />
      <Section number={1} title={t('onboarding.upload.title')} text={t('onboarding.upload.text')}>
        <div className={KINDS[documentType].length > 1 ? 'grid gap-4 md:grid-cols-2' : undefined}>
          {KINDS[documentType].map((kind) => (
            <UploadField
              key={kind}
              userId={props.userId}
              kind={kind}
              documentType={documentType}
              kyc={kyc}
              error={errorAt(`upload-${kind}`)}
            />
          ))}
        </div>
        {kyc.caseId && picturesToSend(kyc).length > 0 && (
          <Suspense fallback={null}>
            <PhoneLink caseId={kyc.caseId} />
          </Suspense>
        )}
      </Section>
      <Section number={2} title={t('onboarding.mrz.title')} text={t(`onboarding.mrz.text.${documentType}`)}>
        <LinesOfPicture kyc={kyc} lines={draft.lines} onLines={(lines) => change({ lines })} />
        <MrzFields
          documentType={documentType}
          lines={draft.lines}
          onLines={(lines) => change({ lines })}
          error={errorAt('mrz-0')}
        />
        {doubtful && (
          <Checkbox
            checked={confirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
            label={t('onboarding.mrz.confirm')}
          />
        )}
        <TextField
          label={t('onboarding.originalName')}
          hint={t('onboarding.originalName.hint')}
          dir="auto"
          value={draft.originalName}
          maxLength={200}
          onChange={(event) => change({ originalName: event.target.value })}
        />
      </Section>
      <Section number={3} title={t('onboarding.pep.title')} text={t('onboarding.pep.text')}>
        <ExposedChoice value={draft.exposed} onValue={(exposed) => change({ exposed })} error={errorAt('pep-no')} />
      </Section>
      <div className="flex flex-col gap-3">
        <Button type="submit" size="l" busyText={busy && t('onboarding.submitting')}>
          {t('onboarding.identity.submit')}
        </Button>
        <p className="text-13 text-ink-2">{t('onboarding.identity.after')}</p>
      </div>
    </Form>
  )
}

/** Returns the pictures that are missing or, after a request for more, were sent before it. */
function picturesToSend({ documentType, state, uploads, decidedAt }: KycStatus): readonly UploadKind[] {
  const isNew = (uploadedAt: string) => state !== 'resubmission' || decidedAt === null || uploadedAt > decidedAt
  return KINDS[documentType ?? 'passport'].filter(
    (kind) => !uploads.some((upload) => upload.kind === kind && isNew(upload.uploadedAt)),
  )
}

interface LinesOfPictureProps {
  kyc: KycStatus
  lines: string[]
  onLines: (lines: string[]) => void
}

/** Reads the lines from the picture of the page that has them, once it is uploaded. */
function LinesOfPicture({ kyc: { caseId, documentType, uploads }, lines, onLines }: LinesOfPictureProps) {
  const picture = uploads.find(({ kind }) => kind === LINES_ON[documentType ?? 'passport'])
  if (!caseId || !picture) return null
  const { documentId } = picture
  return (
    <Suspense fallback={null}>
      <ReadDocument key={documentId} {...{ caseId, documentId, lines, onLines }} />
    </Suspense>
  )
}

/** Keeps the entries in the tab, validates them and submits them. */
function useDocumentForm({ kyc, userId, onSubmitted }: DocumentFormProps) {
  const language = useLocale()
  const documentType = kyc.documentType ?? 'passport'
  const draftKey = `kyc.${userId}.${documentType}`
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(documentType, readDraft<Draft>(draftKey)))
  const [confirmed, setConfirmed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const [submit, { isLoading: busy }] = useSubmitKycMutation()
  useEffect(() => writeDraft(draftKey, draft), [draftKey, draft])
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setRefused(null)
  }
  const missing = KINDS[documentType].filter((kind) => !kyc.uploads.some((upload) => upload.kind === kind))
  const misread = checkMrz(documentType, draft.lines).some(({ kind }) => kind === 'digit')
  const doubtful = misread || refused?.code === 'VALIDATION_FAILED'
  const errors = useFormErrors(documentType, draft, missing, doubtful && !confirmed, refused)
  const send = async () => {
    if (busy) return
    setAttempt(attempt + 1)
    if (errors.some(({ blocking }) => blocking) || !kyc.caseId) return
    const result = await submit({ caseId: kyc.caseId, ...toSubmission(draft), confirmMrz: confirmed, language })
    if ('error' in result) return setRefused(isApiError(result.error) ? result.error : null)
    dropDraft(draftKey)
    onSubmitted()
  }
  const lost = isConnectionLost(refused)
  const errorAt = (fieldId: string) =>
    attempt > 0 ? errors.find((error) => error.fieldId === fieldId)?.message : undefined
  return { documentType, draft, change, confirmed, setConfirmed, doubtful, errors, errorAt, attempt, lost, busy, send }
}

function toSubmission({ lines, originalName, exposed }: Draft) {
  const original = originalName.trim()
  return { mrzLines: lines, politicallyExposed: exposed === 'yes', ...(original && { originalName: original }) }
}

function Section({
  number,
  title,
  text,
  children,
}: {
  number: number
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h3 className="text-18 font-medium">
          <span className="text-ink-3">{number}.</span> {title}
        </h3>
        <p className="mt-1 text-15 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  )
}

function ExposedChoice({
  value,
  onValue,
  error,
}: {
  value: Draft['exposed']
  onValue: (value: 'yes' | 'no') => void
  error: string | undefined
}) {
  const t = useT()
  return (
    <fieldset aria-describedby={error ? 'pep-error' : undefined}>
      <legend className="sr-only">{t('onboarding.pep.title')}</legend>
      <div className="flex flex-col gap-1">
        {(['no', 'yes'] as const).map((answer) => (
          <label key={answer} className="flex min-h-11 cursor-pointer items-center gap-3 text-15">
            <input
              id={`pep-${answer}`}
              type="radio"
              name="pep"
              checked={value === answer}
              onChange={() => onValue(answer)}
              className="size-5 accent-primary"
            />
            {t(`onboarding.pep.${answer}`)}
          </label>
        ))}
      </div>
      <FieldError id="pep-error" text={error} />
    </fieldset>
  )
}

interface FormError extends SummaryError {
  /** Blocks the submission in the browser; errors of the server are shown until something changes. */
  blocking: boolean
}

function useFormErrors(
  documentType: DocumentType,
  draft: Draft,
  missing: readonly UploadKind[],
  unconfirmed: boolean,
  refused: ApiError | null,
): FormError[] {
  const t = useT()
  const locale = useLocale()
  const { width } = MRZ_SHAPE[documentType]
  const incomplete = draft.lines.some((line) => line.length !== width)
  const errors: FormError[] = missing.map((kind) => ({
    fieldId: `upload-${kind}`,
    message: t(`onboarding.error.upload.${kind}`),
    blocking: true,
  }))
  if (incomplete) errors.push({ fieldId: 'mrz-0', message: t('onboarding.error.mrz'), blocking: true })
  else if (unconfirmed)
    errors.push({ fieldId: 'mrz-0', message: t('onboarding.error.mrzDigits'), blocking: refused === null })
  if (!draft.exposed) errors.push({ fieldId: 'pep-no', message: t('onboarding.error.pep'), blocking: true })
  if (refused) {
    const texts =
      locale === 'en' && refused.errors.length > 0
        ? refused.errors.map(({ message }) => message)
        : [t(submitError(refused))]
    // Only validation errors belong to the form's fields.
    const where = refused.code === 'VALIDATION_FAILED' ? { fieldId: 'mrz-0' } : {}
    errors.push(...texts.map((message) => ({ ...where, message, blocking: false })))
  }
  return errors
}

function emptyDraft(documentType: DocumentType, stored: Partial<Draft>): Draft {
  const { lines } = MRZ_SHAPE[documentType]
  return {
    lines: Array.from({ length: lines }, (_, index) => stored.lines?.[index] ?? ''),
    originalName: stored.originalName ?? '',
    exposed: stored.exposed ?? '',
  }
}
