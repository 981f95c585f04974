import { Locale } from '@hissa/contracts'
import { LANGUAGES } from '@hissa/texts'
import { useId } from 'react'
import { useT } from '../../i18n/i18n.js'
import { TextLink } from '../../ui/link.js'
import { Checkbox, Select } from '../../ui/form.js'
import type { SectionProps } from './settings-page.js'

/** Chooses the language of pages and emails. */
export function LanguageSection({ form: { settings, set } }: SectionProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t('account.language.label')}
        hint={t('account.language.hint')}
        value={settings.language}
        onChange={({ target }) => set({ language: target.value as Locale })}
      >
        {Locale.options.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGES[locale].name}
          </option>
        ))}
      </Select>
      <p className="text-13 text-ink-2">{t('account.language.region')}</p>
    </div>
  )
}

const THEMES = ['system', 'light', 'dark'] as const

/** Chooses the theme and the pointer. */
export function AppearanceSection({ form: { settings, set } }: SectionProps) {
  const t = useT()
  const name = useId()
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="flex flex-col">
        <legend className="pb-1 text-13 font-medium">{t('account.appearance.theme')}</legend>
        {THEMES.map((theme) => (
          <label key={theme} className="flex min-h-11 cursor-pointer items-center gap-3 text-15">
            <input
              type="radio"
              name={name}
              checked={settings.theme === theme}
              onChange={() => set({ theme })}
              className="size-5 accent-primary"
            />
            {t(`shell.theme.${theme}`)}
          </label>
        ))}
      </fieldset>
      <Setting
        label={t('account.appearance.cursor')}
        hint={t('account.appearance.cursorHint')}
        checked={settings.customCursor}
        onChange={(customCursor) => set({ customCursor })}
      />
    </div>
  )
}

/** Chooses what others beside the user can read on the screen. */
export function PrivacySection({ form: { settings, set } }: SectionProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-6">
      <Setting
        label={t('account.privacy.hide')}
        hint={t('account.privacy.hideHint')}
        checked={settings.hideAmounts}
        onChange={(hideAmounts) => set({ hideAmounts })}
      />
      <p className="text-15 text-ink-2">{t('account.privacy.held')}</p>
      <p className="flex flex-wrap gap-x-6 text-15">
        <TextLink to="/profile" className="inline-flex min-h-11 items-center">
          {t('account.privacy.details')}
        </TextLink>
        <TextLink to="/legal" className="inline-flex min-h-11 items-center">
          {t('account.privacy.legal')}
        </TextLink>
      </p>
    </div>
  )
}

/** Leads to the page of the wallet. */
export function WalletsSection() {
  const t = useT()
  return (
    <div className="flex flex-col items-start gap-2 text-15">
      <p className="text-ink-2">{t('account.wallets.text')}</p>
      <TextLink to="/wallet" className="inline-flex min-h-11 items-center">
        {t('account.wallets.open')}
      </TextLink>
    </div>
  )
}

interface SettingProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Setting({ label, hint, checked, onChange }: SettingProps) {
  return (
    <Checkbox
      label={
        <>
          {label}
          <span className="block text-13 text-ink-2">{hint}</span>
        </>
      }
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
