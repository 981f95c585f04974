import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/api.js'
import { useServices, useSignedInUser } from '../api/services.js'
import type { SessionUser } from '../api/session.js'
import { useLocale, useT } from '../i18n/i18n.js'
import { dropDrafts } from '../lib/draft.js'
import { hideAmounts } from '../lib/hide-amounts.js'
import { localePath } from '../lib/locale.js'
import { log } from '../lib/log.js'
import { showToast } from '../lib/toast.js'
import { ButtonLink } from '../ui/button.js'
import { Link } from '../ui/link.js'
import { Menu } from '../ui/menu.js'
import { useAmountsHidden } from '../lib/use-amounts-hidden.js'
import { StrokeIcon } from '../ui/stroke-icon.js'
import { accountLinks, SIGNED_OUT_LINKS } from './navigation.js'
import { ThemeChoice } from './theme-choice.js'

const PERSON = 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3.5 17.5c.8-3.4 3.3-5 6.5-5s5.7 1.6 6.5 5'
const ITEM = 'flex min-h-11 items-center rounded-s px-3 text-15 text-ink hover:bg-sunken'

/** Renders the menu at the end of the header: the user's account menu, or "Global Access" for visitors. */
export function AccountMenu() {
  const user = useSignedInUser()
  return user ? <SignedInMenu user={user} /> : <SignedOutMenu />
}

function SignedInMenu({ user }: { user: SessionUser }) {
  const t = useT()
  const { busy, signOut } = useSignOut()
  return (
    <Menu
      label={`${initialsOf(user.fullName)}, ${t('shell.account.menu')}`}
      trigger={<bdi>{initialsOf(user.fullName)}</bdi>}
      triggerClassName="inline-flex size-11 items-center justify-center rounded-full bg-primary-soft text-13 font-semibold text-ink"
    >
      {(close) => (
        <div className="flex flex-col">
          <p className="px-3 pt-2 text-15 font-medium">
            <bdi>{user.fullName}</bdi>
          </p>
          <p className="px-3 pb-2 text-13 text-ink-2">
            <bdi dir="ltr">{user.email}</bdi>
          </p>
          <hr className="rule my-1" />
          {accountLinks(user.roles).map(({ to, label }) => (
            <Link key={to} to={to} onClick={close} className={ITEM}>
              {t(label)}
            </Link>
          ))}
          <hr className="rule my-1" />
          <ThemeChoice />
          <hr className="rule my-1" />
          <AmountsItem />
          <button
            type="button"
            className={`${ITEM} text-start`}
            aria-busy={busy || undefined}
            onClick={() => void signOut()}
          >
            {t(busy ? 'shell.account.signingOut' : 'shell.account.signOut')}
          </button>
        </div>
      )}
    </Menu>
  )
}

/** Hides the user's amounts on every page of this device, or shows them again. */
function AmountsItem() {
  const t = useT()
  const isHidden = useAmountsHidden()
  return (
    <button type="button" className={`${ITEM} text-start`} onClick={() => hideAmounts(!isHidden)}>
      {t(isHidden ? 'ui.amounts.show' : 'ui.amounts.hide')}
    </button>
  )
}

function SignedOutMenu() {
  const t = useT()
  return (
    <Menu
      label={t('shell.account.globalAccess')}
      trigger={<StrokeIcon path={PERSON} />}
      triggerClassName="inline-flex size-11 items-center justify-center rounded-full border border-line-strong text-ink-2 hover:bg-sunken hover:text-ink"
    >
      {(close) => (
        <div className="flex flex-col gap-2">
          <div className="px-3 pt-2">
            <p className="text-15 font-medium">{t('shell.account.globalAccess')}</p>
            <p className="text-13 text-ink-2">{t('shell.account.notSignedIn')}</p>
          </div>
          <div className="flex flex-col md:hidden">
            {SIGNED_OUT_LINKS.map(({ to, label }) => (
              <Link key={to} to={to} onClick={close} className={ITEM}>
                {t(label)}
              </Link>
            ))}
          </div>
          <div className="flex gap-2 px-1">
            <ButtonLink to="/signin" kind="secondary" size="s" className="flex-1" onClick={close}>
              {t('shell.account.signIn')}
            </ButtonLink>
            <ButtonLink to="/registration" size="s" className="flex-1" onClick={close}>
              {t('shell.account.signUp')}
            </ButtonLink>
          </div>
          <hr className="rule" />
          <ThemeChoice />
        </div>
      )}
    </Menu>
  )
}

/** Signs out at the pool and in this browser, clears the cache and opens the home page. */
function useSignOut() {
  const { session, store } = useServices()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const locale = useLocale()
  const t = useT()
  const signOut = async () => {
    if (busy) return
    setBusy(true)
    try {
      await navigate(localePath('/', locale))
      await session?.signOut()
    } catch (error) {
      // Signed out in this browser anyway; the refresh token stays valid at the pool until it expires.
      log('warn', 'The sign-out at the pool failed', error)
    }
    store.dispatch(api.util.resetApiState())
    dropDrafts()
    showToast({ kind: 'success', text: t('shell.account.signedOut') })
    setBusy(false)
  }
  return { busy, signOut }
}

/** Returns the first characters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0]! : ''))
  return letters
    .join(/[\u0600-\u06ff]/.test(name) ? '\u200c ' : '')
    .trim()
    .toUpperCase()
}
