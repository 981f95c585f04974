import { useMemo, type ComponentProps } from 'react'
import { useLocale, useT } from '../i18n/i18n.js'
import { namedCountries } from '../lib/countries.js'
import { Select } from './form.js'

type CountrySelectProps = Omit<ComponentProps<typeof Select>, 'children'> & {
  /** The type of code: alpha-2 for a person, alpha-3 as printed on documents. */
  form?: 'alpha2' | 'alpha3'
}

/** Lists every country by its name in the user's language, the United Arab Emirates first. */
export function CountrySelect({ form = 'alpha2', ...rest }: CountrySelectProps) {
  const t = useT()
  const locale = useLocale()
  const countries = useMemo(() => namedCountries(locale), [locale])
  return (
    <Select {...rest}>
      <option value="">{t('ui.country.choose')}</option>
      {countries.map(({ code, alpha3, name }) => (
        <option key={code} value={form === 'alpha3' ? alpha3 : code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
