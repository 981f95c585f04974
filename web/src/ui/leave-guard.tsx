import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  isOn: boolean
  /** Returns whether the changes would be lost on the way from one path to another. */
  loses: (from: string, to: string) => boolean
  title: string
  text: string
  /** The labels of the two buttons. */
  leave: string
  stay: string
}

/** Asks before the user leaves with unsaved changes. */
export function LeaveGuard({ isOn, loses, title, text, leave, stay }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && loses(currentLocation.pathname, nextLocation.pathname),
  )
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
  const remain = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={remain}
      title={title}
      actions={
        <>
          <Button kind="danger" onClick={() => blocker.proceed?.()}>
            {leave}
          </Button>
          <Button onClick={remain}>{stay}</Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
