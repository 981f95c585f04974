import type { PropertySummary } from '@hissa/contracts/property'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useLocale, useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { signInPath } from '../lib/intent.js'
import { localePath } from '../lib/locale.js'
import { titleOf } from '../lib/property.js'
import { showToast } from '../lib/toast.js'
import { codeOf, isConnectionLost } from './problem.js'
import { useChangeSavedMutation, useGetSavedQuery } from './saved-api.js'
import { useSession } from './services.js'

const HEART =
  'M10 16.8 3.9 10.6a3.9 3.9 0 0 1 0-5.5 3.8 3.8 0 0 1 5.4 0l.7.7.7-.7a3.8 3.8 0 0 1 5.4 0 3.9 3.9 0 0 1 0 5.5z'
/** The property that a visitor wanted to save when they were sent to sign in; kept in this tab. */
const WANTED = 'hissa.wantsToSave'

interface SaveButtonProps {
  property: Pick<PropertySummary, 'propertyId' | 'title' | 'translations'>
  className?: string
}

/** Saves a property or removes it. Visitors sign in first and come back to the same page with the property saved. */
export function SaveButton({ property, className }: SaveButtonProps) {
  const t = useT()
  const locale = useLocale()
  const session = useSession()
  const { data: savedIds } = useGetSavedQuery(undefined, { skip: !session })
  const save = useSave()
  const askToSignIn = useAskToSignIn()
  const { propertyId } = property
  const isSaved = session ? (savedIds?.includes(propertyId) ?? false) : false
  useEffect(() => {
    if (!session || !savedIds || sessionStorage.getItem(WANTED) !== propertyId) return
    sessionStorage.removeItem(WANTED)
    if (!isSaved) void save(propertyId, true)
  }, [session, savedIds]) // eslint-disable-line react-hooks/exhaustive-deps -- once, when both are known
  const press = () => (session ? void save(propertyId, !isSaved) : askToSignIn(propertyId))
  const name = t(isSaved ? 'ui.saved.remove' : 'ui.saved.save', { title: titleOf(property, locale) })
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={name}
      title={t(isSaved ? 'ui.saved.isSaved' : 'ui.saved.short')}
      onClick={press}
      className={cx(
        'no-print inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface transition-colors duration-150 hover:border-line-strong',
        isSaved ? 'text-mine' : 'text-ink-2 hover:text-ink',
        className,
      )}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={HEART} fill={isSaved ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  )
}

/** Returns the act of saving or removing; what the server refuses is explained. */
function useSave() {
  const t = useT()
  const [change] = useChangeSavedMutation()
  return async (propertyId: string, isSaved: boolean) => {
    const { error } = await change({ propertyId, isSaved })
    if (!error) return
    const full = codeOf(error) === 'TOO_MANY_SAVED'
    const text = full ? 'ui.saved.tooMany' : isConnectionLost(error) ? 'ui.connectionLost' : 'ui.saved.failed'
    showToast({ kind: 'error', text: t(text) })
  }
}

/** Returns the act of a visitor: remembers the property and leads to the sign-in, which leads back here. */
function useAskToSignIn() {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const here = useLocation()
  return (propertyId: string) => {
    sessionStorage.setItem(WANTED, propertyId)
    showToast({ kind: 'info', text: t('ui.saved.signIn'), at: '/signin' })
    void navigate(localePath(signInPath(here), locale))
  }
}
