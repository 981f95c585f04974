import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { PlainPage } from './plain-page.js'

/** `/mobile-app`: how to use the site on a phone. */
export default function MobileAppPage() {
  const t = useT()
  return (
    <PlainPage page="mobileApp">
      <p className="flex flex-wrap gap-3 py-7">
        <ButtonLink to="/properties">{t('company.about.browse')}</ButtonLink>
      </p>
    </PlainPage>
  )
}
