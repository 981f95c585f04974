import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router-dom'
import { useT } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'

/** Asks before the user leaves with unsaved changes. `done.current` is true once they are saved. */
export function LeaveGuard({ isOn, done }: { isOn: boolean; done: RefObject<boolean> }) {
  const t = useT()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && !done.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={t('offerings.leave.title')}
      actions={
        <>
          <Button kind="danger" onClick={() => blocker.proceed?.()}>
            {t('offerings.leave.leave')}
          </Button>
          <Button onClick={stay}>{t('offerings.leave.stay')}</Button>
        </>
      }
    >
      {t('offerings.leave.text')}
    </Dialog>
  )
}
