import { Text, useT } from '../../i18n/i18n.js'
import { TextLink } from '../../ui/link.js'

/** Opens in a new tab, so that nothing typed is lost. */
const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/** States what creating an account accepts, with links to both texts. */
export function SignUpLegal() {
  return (
    <p className="text-13 text-ink-2">
      <Text
        id="auth.signUp.legal"
        components={{
          terms: <TextLink to="/legal#terms" {...NEW_TAB} />,
          privacy: <TextLink to="/legal#privacy" {...NEW_TAB} />,
        }}
      />
    </p>
  )
}

/** Links the terms and the privacy notice at the foot of the sign-in page. */
export function LegalLinks() {
  const t = useT()
  return (
    <p className="mt-6 flex flex-wrap gap-x-5 text-13">
      <TextLink to="/legal#terms" className="inline-flex min-h-11 items-center" {...NEW_TAB}>
        {t('auth.legal.terms')}
      </TextLink>
      <TextLink to="/legal#privacy" className="inline-flex min-h-11 items-center" {...NEW_TAB}>
        {t('auth.legal.privacy')}
      </TextLink>
    </p>
  )
}
