import type { DocumentReading } from '@hissa/contracts/kyc'
import { useEffect, useRef } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { formatDate } from '../../lib/format.js'
import type { AppLocale } from '../../lib/locale.js'
import { Button } from '../../ui/button.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { Notice } from '../../ui/states.js'
import { useReadDocumentQuery } from './reading-api.js'

interface ReadDocumentProps {
  caseId: string
  documentId: string
  lines: readonly string[]
  onLines: (lines: string[]) => void
}

/**
 * Reads the uploaded picture, fills in empty lines, and shows what was read beside the profile. Lines that were typed are
 * replaced only on request. Without lines it says why, and typing remains.
 */
export default function ReadDocument({ caseId, documentId, lines, onLines }: ReadDocumentProps) {
  const t = useT()
  const { currentData, isError, refetch } = useReadDocumentQuery({ caseId, documentId })
  const filled = useRef('')
  const isUntouched = lines.join('') === '' || lines.join('') === filled.current
  useEffect(() => {
    if (!currentData || currentData.lines.length === 0) return
    if (isUntouched && lines.join('') !== currentData.lines.join('')) onLines(currentData.lines)
    filled.current = currentData.lines.join('')
  }, [currentData]) // eslint-disable-line react-hooks/exhaustive-deps -- later changes are the applicant's
  if (isError)
    return (
      <Notice tone="warn" title={t('onboarding.read.failed')}>
        <Button kind="secondary" size="s" onClick={() => void refetch()}>
          {t('onboarding.read.again')}
        </Button>
      </Notice>
    )
  if (!currentData)
    return (
      <p role="status" className="text-15 text-ink-2">
        {t('onboarding.read.reading')}
      </p>
    )
  if (currentData.refusal !== null)
    return (
      <div role="status">
        <Notice tone="warn" title={t(`onboarding.read.refusal.${currentData.refusal}`)}>
          {t('onboarding.read.type')}
        </Notice>
      </div>
    )
  const changed = lines.join('') !== currentData.lines.join('')
  return (
    <div role="status">
      <ReadFields reading={currentData} />
      {changed && (
        <p className="pt-3">
          <Button kind="secondary" size="s" onClick={() => onLines(currentData.lines)}>
            {t('onboarding.read.use')}
          </Button>
        </p>
      )}
    </div>
  )
}

type Field = DocumentReading['fields'][number]

function ReadFields({ reading }: { reading: DocumentReading }) {
  const t = useT()
  const locale = useLocale()
  const facts = reading.fields.map((field) => ({
    term: t(`onboarding.read.field.${field.field}`),
    value: (
      <>
        <bdi>{inWords(field, field.extracted!, locale)}</bdi>
        {field.match === 'mismatch' && field.provided !== null && (
          <span className="block text-13 text-warn">
            {t('onboarding.read.differs', { value: inWords(field, field.provided, locale) })}
          </span>
        )}
      </>
    ),
  }))
  return (
    <Card className="px-5 py-4">
      <h4 className="text-15 font-medium">{t('onboarding.read.title')}</h4>
      <p className="mt-1 mb-2 text-13 text-ink-2">{t('onboarding.read.check')}</p>
      <DefinitionList facts={facts} />
    </Card>
  )
}

const COUNTRIES: readonly string[] = ['nationality', 'issuing_state']
const DATES: readonly string[] = ['birth_date', 'expiry_date']

function inWords({ field }: Field, value: string, locale: AppLocale): string {
  if (COUNTRIES.includes(field)) return nameOfCountry(value, locale)
  return DATES.includes(field) ? formatDate(value, locale) : value
}
