import { useEffect, useState, type ComponentType } from 'react'
import { useSignedInUser } from '../api/services.js'
import type { SessionUser } from '../api/session.js'
import { useT } from '../i18n/i18n.js'
import { log } from '../lib/log.js'
import { repeatableImport } from '../lib/repeatable-import.js'
import { ButtonLink } from '../ui/button.js'
import { Link } from '../ui/link.js'
import { Menu } from '../ui/menu.js'
import { StrokeIcon } from '../ui/stroke-icon.js'
import type { AccountPanelProps } from './account-panel.js'
import { SIGNED_OUT_LINKS } from './navigation.js'
import { ThemeChoice } from './theme-choice.js'

const PERSON = 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3.5 17.5c.8-3.4 3.3-5 6.5-5s5.7 1.6 6.5 5'
const loadPanel = repeatableImport(() => import('./account-panel.js'))
const ITEM = 'flex min-h-11 items-center rounded-s px-3 text-15 text-ink hover:bg-sunken'

/** Renders the menu at the end of the header: the user's account menu, or "Global Access" for visitors. */
export function AccountMenu() {
  const user = useSignedInUser()
  return user ? <SignedInMenu user={user} /> : <SignedOutMenu />
}

/** Renders the account menu of a user. What it offers is loaded with the first page and, if that failed, once opened. */
function SignedInMenu({ user }: { user: SessionUser }) {
  const t = useT()
  const [Panel, setPanel] = useState<ComponentType<AccountPanelProps>>()
  const load = () =>
    void loadPanel().then(
      ({ AccountPanel }) => setPanel(() => AccountPanel),
      (error: unknown) => log('warn', 'The account menu failed to load', error),
    )
  useEffect(load, [])
  return (
    <Menu
      label={`${initialsOf(user.fullName)}, ${t('shell.account.menu')}`}
      trigger={<bdi>{initialsOf(user.fullName)}</bdi>}
      triggerClassName="inline-flex size-11 items-center justify-center rounded-full bg-primary-soft text-13 font-semibold text-ink"
      onToggle={(isOpen) => isOpen && !Panel && load()}
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
          {Panel && <Panel user={user} close={close} />}
        </div>
      )}
    </Menu>
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

/** Returns the first characters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0]! : ''))
  return letters
    .join(/[\u0600-\u06ff]/.test(name) ? '\u200c ' : '')
    .trim()
    .toUpperCase()
}
