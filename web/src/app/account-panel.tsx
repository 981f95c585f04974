import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/api.js'
import { useServices } from '../api/services.js'
import type { SessionUser } from '../api/session.js'
import { useLocale, useT } from '../i18n/i18n.js'
import { dropDrafts } from '../lib/draft.js'
import { hideAmounts } from '../lib/hide-amounts.js'
import { localePath } from '../lib/locale.js'
import { log } from '../lib/log.js'
import { showToast } from '../lib/toast.js'
import { useAmountsHidden } from '../lib/use-amounts-hidden.js'
import { Link } from '../ui/link.js'
import { accountLinks } from './navigation.js'
import { ThemeChoice } from './theme-choice.js'

const ITEM = 'flex min-h-11 items-center rounded-s px-3 text-15 text-ink hover:bg-sunken'

export interface AccountPanelProps {
  user: SessionUser
  /** Closes the menu. */
  close: () => void
}

/** Renders what the account menu offers: the user's screens, theme, hidden amounts and signing out. */
export function AccountPanel({ user, close }: AccountPanelProps) {
  const t = useT()
  const { busy, signOut } = useSignOut()
  return (
    <>
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
    </>
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
