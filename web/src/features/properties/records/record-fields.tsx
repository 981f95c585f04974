import { Amenity, CITIES, DISTRICTS, PropertyType } from '@hissa/contracts/property'
import type { ReactNode } from 'react'
import { useT, type MessageId } from '../../../i18n/i18n.js'
import { TYPE_LABELS } from '../../../lib/property-labels.js'
import { Checkbox, CONTROL, Field, Select, TextField } from '../../../ui/form.js'
import { MoneyField } from '../../../ui/money-field.js'
import type { RecordFaults, RecordField, RecordValues } from './record-form.js'

interface FieldsProps {
  values: RecordValues
  faults: RecordFaults
  onChange: (values: Partial<RecordValues>) => void
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-22">{title}</h2>
      {children}
    </section>
  )
}

const PAIR = 'grid gap-5 md:grid-cols-2'

/** Returns the properties of a control of the form. */
function useControls({ values, faults, onChange }: FieldsProps) {
  const t = useT()
  const common = (field: RecordField) => ({
    id: `record-${field}`,
    label: t(`offerings.field.${field}`),
    error: faults[field] && t(`offerings.fault.${faults[field]}`),
  })
  const text = (field: RecordField) => ({
    ...common(field),
    value: values[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return { t, common, text }
}

export function Words(props: FieldsProps) {
  const { t, text } = useControls(props)
  return (
    <Section title={t('offerings.section.words')}>
      <div className={PAIR}>
        <TextField {...text('titleEn')} required maxLength={120} dir="ltr" lang="en" />
        <TextField {...text('titleAr')} required maxLength={120} dir="rtl" lang="ar" />
      </div>
      <div className={PAIR}>
        <LongText {...text('descriptionEn')} dir="ltr" lang="en" />
        <LongText {...text('descriptionAr')} dir="rtl" lang="ar" />
      </div>
    </Section>
  )
}

export function Place(props: FieldsProps) {
  const { t, text } = useControls(props)
  const districts = DISTRICTS[props.values.city as (typeof CITIES)[number]] ?? []
  return (
    <Section title={t('offerings.section.place')}>
      <div className={PAIR}>
        <Select
          {...text('city')}
          required
          onChange={(event) => props.onChange({ city: event.target.value, district: '' })}
        >
          <option value="">{t('offerings.choose')}</option>
          {CITIES.map((city) => (
            <option key={city} value={city}>
              {t(`offerings.city.${city}`)}
            </option>
          ))}
        </Select>
        <Select {...text('district')} disabled={districts.length === 0}>
          <option value="">{t('ui.notStated')}</option>
          {districts.map((district) => (
            <option key={district} value={district}>
              {t(`offerings.district.${district}` as MessageId)}
            </option>
          ))}
        </Select>
      </div>
      <div className={PAIR}>
        <TextField {...text('community')} maxLength={80} dir="auto" hint={t('offerings.hint.community')} />
        <TextField {...text('address')} maxLength={200} dir="auto" hint={t('offerings.hint.address')} />
      </div>
      <div className={PAIR}>
        <TextField {...text('latitude')} inputMode="decimal" dir="ltr" />
        <TextField {...text('longitude')} inputMode="decimal" dir="ltr" />
      </div>
    </Section>
  )
}

export function Facts(props: FieldsProps) {
  const { t, common, text } = useControls(props)
  const { values, onChange } = props
  return (
    <Section title={t('offerings.section.facts')}>
      <div className={PAIR}>
        <Select {...text('propertyType')} required>
          <option value="">{t('offerings.choose')}</option>
          {PropertyType.options.map((type) => (
            <option key={type} value={type}>
              {t(TYPE_LABELS[type])}
            </option>
          ))}
        </Select>
        <Select {...text('furnished')}>
          <option value="">{t('ui.notStated')}</option>
          <option value="yes">{t('offerings.furnished.yes')}</option>
          <option value="no">{t('offerings.furnished.no')}</option>
        </Select>
      </div>
      <div className="grid gap-5 md:grid-cols-3">
        <TextField {...text('bedrooms')} inputMode="numeric" dir="ltr" />
        <TextField {...text('bathrooms')} inputMode="numeric" dir="ltr" />
        <TextField {...text('areaSqm')} inputMode="decimal" dir="ltr" />
      </div>
      <MoneyField {...common('price')} required value={values.price} onValue={(price) => onChange({ price })} />
      <Amenities values={values} onChange={onChange} />
    </Section>
  )
}

function Amenities({ values, onChange }: Pick<FieldsProps, 'values' | 'onChange'>) {
  const t = useT()
  return (
    <fieldset>
      <legend className="pb-1 text-13 font-medium">{t('offerings.field.amenities')}</legend>
      <div className="grid gap-x-5 xs:grid-cols-2 md:grid-cols-3">
        {Amenity.options.map((each) => (
          <Checkbox
            key={each}
            label={t(`offerings.amenity.${each}`)}
            checked={values.amenities.includes(each)}
            onChange={(event) =>
              onChange({
                amenities: Amenity.options.filter((one) =>
                  one === each ? event.target.checked : values.amenities.includes(one),
                ),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

interface LongTextProps {
  id: string
  label: string
  error: string | undefined
  value: string
  onChange: (event: { target: { value: string } }) => void
  dir: 'ltr' | 'rtl'
  lang: string
}

function LongText({ id, label, error, ...control }: LongTextProps) {
  return (
    <Field {...{ id, label, error }} required>
      {(ids) => <textarea {...control} {...ids} rows={6} maxLength={2_000} className={`${CONTROL} py-2`} />}
    </Field>
  )
}
