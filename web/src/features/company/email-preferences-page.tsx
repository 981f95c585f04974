import { useT } from '../../i18n/i18n.js'
import { TextLink } from '../../ui/link.js'
import { PlainFrame, PlainSection } from './plain-page.js'

/** `/email-preferences`: which emails are sent, and where to choose them. */
export default function EmailPreferencesPage() {
  const t = useT()
  return (
    <PlainFrame page="emailPreferences" isPrivate>
      <PlainSection title={t('company.emailPreferences.sent.title')}>
        <p>{t('company.emailPreferences.sent.text')}</p>
        <TextLink to="/settings/notifications" className="inline-flex min-h-11 items-center">
          {t('company.emailPreferences.open')}
        </TextLink>
      </PlainSection>
    </PlainFrame>
  )
}
