import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastStore } from '../lib/toast.js'

const ToastCard = lazy(() => import('./toast-card.js'))

/** Where toasts appear. Mounted once, by the shell; the card's code comes with the first toast. */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null)
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-4 pb-[max(16px,env(safe-area-inset-bottom))]">
      <Suspense>{toast && <ToastCard key={toast.id} toast={toast} />}</Suspense>
    </div>
  )
}
