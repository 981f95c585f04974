import { MAX_CAPTION, UploadedKind } from '@hissa/contracts/property'
import { useT } from '../../../i18n/i18n.js'
import { Select, TextField } from '../../../ui/form.js'
import type { CaptionFaults, PictureWords } from './pictures.js'

interface PictureFieldsProps {
  words: PictureWords
  faults: CaptionFaults
  onChange: (words: PictureWords) => void
}

/** Renders the kind of a picture and its caption in both languages. */
export function PictureFields({ words, faults, onChange }: PictureFieldsProps) {
  const t = useT()
  const { kind, caption } = words
  const text = (language: 'en' | 'ar') => ({
    ...{ lang: language, maxLength: MAX_CAPTION, required: true, value: caption[language] },
    error: faults[language] && t(`offerings.fault.${faults[language]}`),
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...words, caption: { ...caption, [language]: event.target.value } }),
  })
  return (
    <div className="grid min-w-0 gap-4 md:grid-cols-2">
      <Select
        label={t('offerings.pictures.kind')}
        value={kind}
        onChange={(event) =>
          onChange({ ...words, kind: UploadedKind.options.find((each) => each === event.target.value)! })
        }
        className="md:col-span-2"
      >
        {UploadedKind.options.map((each) => (
          <option key={each} value={each}>
            {t(`offerings.pictures.kind.${each}`)}
          </option>
        ))}
      </Select>
      <TextField label={t('offerings.pictures.captionEn')} dir="ltr" {...text('en')} />
      <TextField label={t('offerings.pictures.captionAr')} dir="rtl" {...text('ar')} />
    </div>
  )
}
