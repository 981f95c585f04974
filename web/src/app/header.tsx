import { LANGUAGES } from '@hissa/texts'
import { useLocation, useNavigate } from 'react-router-dom'
import { useServices, useSignedInUser } from '../api/services.js'
import { useLocale, useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { followsPreference, LOCALES, localePath } from '../lib/locale.js'
import { rememberLanguage } from '../lib/settings.js'
import { ButtonLink } from '../ui/button.js'
import { Link, NavLink } from '../ui/link.js'
import { Logo } from '../ui/logo.js'
import { switchLanguage } from './language.js'
import { headerLinks, SIGNED_OUT_LINKS } from './navigation.js'
import { AccountMenu } from './account-menu.js'
import { Bell } from './bell.js'

/**
 * Renders the header. On the compliance screens, aligns the mark with the column of views and the links with the queue.
 */
export function Header({ isComplianceLayout = false }: { isComplianceLayout?: boolean }) {
  const t = useT()
  const user = useSignedInUser()
  const links = user ? headerLinks(user.roles) : SIGNED_OUT_LINKS
  return (
    <header className="border-b border-line">
      <div className={cx('flex min-h-17 items-center gap-6', isComplianceLayout ? 'px-4 md:px-6 lg:gap-0' : 'frame')}>
        <Link
          to="/"
          aria-label={t('shell.nav.homeLabel')}
          className={cx('me-2 flex min-h-11 items-center', isComplianceLayout && 'lg:me-0 lg:w-48')}
        >
          <Logo />
        </Link>
        <nav aria-label={t('shell.nav.label')} className="hidden items-center gap-6 text-15 md:flex">
          {links.map(({ to, label }) =>
            to.includes('#') ? (
              <Link key={to} to={to} className="py-2 text-ink-2 hover:text-ink">
                {t(label)}
              </Link>
            ) : (
              <NavLink key={to} to={to} className="py-2">
                {t(label)}
              </NavLink>
            ),
          )}
        </nav>
        <div className="ms-auto flex items-center gap-3 md:gap-4">
          <LanguageSwitch />
          {!user && (
            <div className="when-signed-out hidden gap-3 md:flex">
              <ButtonLink to="/signin" kind="secondary" size="s">
                {t('shell.account.signIn')}
              </ButtonLink>
              <ButtonLink to="/registration" size="s">
                {t('shell.account.signUp')}
              </ButtonLink>
            </div>
          )}
          {user && <Bell />}
          <AccountMenu />
        </div>
      </div>
    </header>
  )
}

/** Renders the header of the sign-in pages: the mark links to the home page, and the language can be changed. */
export function AccountHeader() {
  const t = useT()
  return (
    <header className="frame flex min-h-17 items-center justify-between gap-4">
      <Link to="/" aria-label={t('shell.nav.homeLabel')} className="flex min-h-11 items-center">
        <Logo />
      </Link>
      <LanguageSwitch />
    </header>
  )
}

/** Links to the other language, in its own name. Keeps the page, its query and what is typed into it. */
export function LanguageSwitch() {
  const t = useT()
  const locale = useLocale()
  const { language } = useServices()
  const location = useLocation()
  const navigate = useNavigate()
  const other = LOCALES.find((candidate) => candidate !== locale)!
  const { name } = LANGUAGES[other]
  const here = `${location.pathname}${location.search}${location.hash}`
  const target = localePath(here, other)
  const change = async (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    rememberLanguage(other)
    await switchLanguage(language, other)
    if (!followsPreference(location.pathname)) {
      await navigate(target, { replace: true, preventScrollReset: true, state: location.state as unknown })
    }
  }
  return (
    <a
      href={target}
      lang={other}
      hrefLang={other}
      aria-label={t('shell.language.switch', { name })}
      onClick={(event) => void change(event)}
      className="inline-flex min-h-11 min-w-11 items-center justify-center px-1 text-15 text-ink-2 hover:text-ink"
    >
      {name}
    </a>
  )
}
