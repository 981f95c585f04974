import type { DocumentType } from '@hissa/contracts/kyc'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { CONTROL, FieldError } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { checkMrz, MRZ_SHAPE, normaliseMrz, type MrzFinding } from './mrz.js'

interface MrzFieldsProps {
  documentType: DocumentType
  lines: readonly string[]
  onLines: (lines: string[]) => void
  error: string | undefined
}

const EXAMPLE: Record<DocumentType, readonly string[]> = {
  passport: ['P<ARE…<<…', '…<…ARE…'],
  emirates_id: ['ILARE…', '…ARE…', '…<<…'],
}

/** Renders one field per machine-readable line, always left to right. Pasting all lines fills all fields. */
export function MrzFields({ documentType, lines, onLines, error }: MrzFieldsProps) {
  const t = useT()
  const { width } = MRZ_SHAPE[documentType]
  const findings = checkMrz(documentType, lines)
  const complete = lines.every((line) => line.length === width)
  const type = (index: number, text: string) =>
    onLines(lines.map((line, at) => (at === index ? normaliseMrz(text) : line)))
  const paste = (event: React.ClipboardEvent, index: number) => {
    const parts = event.clipboardData.getData('text').split(/\r?\n/).map(normaliseMrz).filter(Boolean)
    if (parts.length < 2) return
    event.preventDefault()
    onLines(lines.map((line, at) => parts[at - index] ?? line))
  }
  return (
    <div className="flex flex-col gap-3">
      {lines.map((line, index) => {
        const own = findings.filter((finding) => finding.line === index)
        return (
          <div key={index} className="flex flex-col gap-1">
            <div className="flex items-baseline justify-between gap-4">
              <label htmlFor={`mrz-${index}`} className="text-13 font-medium">
                {t('onboarding.mrz.line', { number: index + 1 })}
              </label>
              <bdi dir="ltr" className={cx('text-12', line.length === width ? 'text-good' : 'text-ink-3')}>
                {line.length}/{width}
              </bdi>
            </div>
            <input
              id={`mrz-${index}`}
              dir="ltr"
              value={line}
              placeholder={EXAMPLE[documentType][index]}
              onChange={(event) => type(index, event.target.value)}
              onPaste={(event) => paste(event, index)}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={width + 8}
              aria-describedby={`mrz-${index}-said`}
              aria-invalid={own.length > 0 || undefined}
              className={cx(
                CONTROL,
                '[font-family:ui-monospace,Menlo,Consolas,monospace] max-md:px-2 max-md:text-[11px] md:text-15',
              )}
            />
            <div id={`mrz-${index}-said`} role="status" className="empty:hidden">
              {own.map((finding) => (
                <p key={JSON.stringify(finding)} className="text-13 text-warn">
                  <FindingText finding={finding} />
                </p>
              ))}
            </div>
          </div>
        )
      })}
      <p role="status" className="flex items-center gap-2 text-13 text-good empty:hidden">
        {complete && findings.length === 0 && (
          <>
            <Icon name="check" size={16} />
            {t('onboarding.mrz.fits')}
          </>
        )}
      </p>
      <FieldError id="mrz-error" text={error} />
    </div>
  )
}

function FindingText({ finding }: { finding: MrzFinding }) {
  const t = useT()
  if (finding.kind === 'length')
    return t('onboarding.mrz.length', { length: finding.length, expected: finding.expected })
  if (finding.kind === 'character') return t('onboarding.mrz.character', { character: finding.character })
  return t(`onboarding.mrz.digit.${finding.part}`, { line: finding.line + 1, column: finding.column + 1 })
}
