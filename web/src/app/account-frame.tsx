import type { ComponentType, ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { Link } from '../ui/link.js'
import { Logo } from '../ui/logo.js'
import { LanguageSwitch } from './header.js'

type PageModule = { default: ComponentType }

/** The pages of signing in have no header: the mark leads home, and the language can be changed. */
function AccountFrame({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <>
      <div className="frame flex min-h-17 items-center justify-between gap-4">
        <Link to="/" aria-label={t('shell.nav.homeLabel')} className="flex min-h-11 items-center">
          <Logo />
        </Link>
        <LanguageSwitch />
      </div>
      {children}
    </>
  )
}

/** Loads a page into the frame of signing in. */
export async function framed(page: Promise<PageModule>): Promise<PageModule> {
  const { default: Page } = await page
  return {
    default: () => (
      <AccountFrame>
        <Page />
      </AccountFrame>
    ),
  }
}
