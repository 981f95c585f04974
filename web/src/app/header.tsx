import { LANGUAGES } from '@hissa/texts'
import { useLocation, useNavigate } from 'react-router-dom'
import { useServices, useSignedInUser } from '../api/services.js'
import { useLocale, useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { followsPreference, LOCALES, localePath, type AppLocale } from '../lib/locale.js'
import { rememberLanguage } from '../lib/settings.js'
import { ButtonLink } from '../ui/button.js'
import { Link, NavLink } from '../ui/link.js'
import { Logo } from '../ui/logo.js'
import { Menu } from '../ui/menu.js'
import { StrokeIcon } from '../ui/stroke-icon.js'
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

/** Opens the list of languages, each in its own name. A change keeps the page, its query and what is typed into it. */
export function LanguageSwitch() {
  const t = useT()
  const locale = useLocale()
  const { name } = LANGUAGES[locale]
  return (
    <Menu
      label={`${name}, ${t('shell.language.choose')}`}
      trigger={
        <>
          {name}
          <StrokeIcon path="M5 8l5 5 5-5" className="text-ink-3 max-[399px]:hidden" />
        </>
      }
      triggerClassName="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 px-1 text-15 text-ink-2 hover:text-ink"
    >
      {(close) => (
        <ul className="flex flex-col">
          {LOCALES.map((choice) => (
            <li key={choice}>
              <LanguageLink locale={choice} isCurrent={choice === locale} onChoose={close} />
            </li>
          ))}
        </ul>
      )}
    </Menu>
  )
}

interface LanguageLinkProps {
  locale: AppLocale
  isCurrent: boolean
  onChoose: () => void
}

function LanguageLink({ locale, isCurrent, onChoose }: LanguageLinkProps) {
  const { language } = useServices()
  const location = useLocation()
  const navigate = useNavigate()
  const target = localePath(`${location.pathname}${location.search}${location.hash}`, locale)
  const change = async (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
    rememberLanguage(locale)
    await switchLanguage(language, locale)
    if (!followsPreference(location.pathname)) {
      await navigate(target, { replace: true, preventScrollReset: true, state: location.state as unknown })
    }
  }
  return (
    <a
      href={target}
      lang={locale}
      hrefLang={locale}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => void change(event)}
      className="flex min-h-11 items-center justify-between rounded-s px-3 text-15 text-ink hover:bg-sunken aria-[current]:font-semibold"
    >
      {LANGUAGES[locale].name}
    </a>
  )
}
