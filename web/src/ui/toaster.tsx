import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { toastStore } from '../lib/toast.js'

const load = () => import('./toast-card.js')
const ToastCard = lazy(load)
const READY_AFTER_MS = 1_500

/**
 * Renders the region of the toasts, mounted once by the shell. The card's code is loaded once the page has settled,
 * before it is needed.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null)
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-start justify-center px-4 pb-[env(safe-area-inset-bottom)]">
      <Suspense>{toast && <ToastCard key={toast.id} toast={toast} />}</Suspense>
    </div>
  )
}
