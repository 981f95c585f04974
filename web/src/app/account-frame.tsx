import { Outlet } from 'react-router-dom'
import { useT } from '../i18n/i18n.js'
import { Link } from '../ui/link.js'
import { Logo } from '../ui/logo.js'
import { LanguageSwitch } from './header.js'

/**
 * The frame of the pages of signing in, which have no header: the mark leads home, and the language can be changed. A
 * layout, so that a change of language keeps the page below it mounted, with the password in its memory.
 */
export function AccountFrame() {
  const t = useT()
  return (
    <>
      <header className="frame flex min-h-17 items-center justify-between gap-4">
        <Link to="/" aria-label={t('shell.nav.homeLabel')} className="flex min-h-11 items-center">
          <Logo />
        </Link>
        <LanguageSwitch />
      </header>
      <Outlet />
    </>
  )
}
