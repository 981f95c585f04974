import type { RefObject } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { LeaveGuard } from '../../../ui/leave-guard.js'

/** Asks before the user leaves a form with unsaved changes. `done.current` is true once they are saved. */
export function DraftGuard({ isOn, done }: { isOn: boolean; done: RefObject<boolean> }) {
  const t = useT()
  const loses = (from: string, to: string) => !done.current && from !== to
  return (
    <LeaveGuard
      {...{ isOn, loses, title: t('offerings.leave.title'), text: t('offerings.leave.text') }}
      leave={t('offerings.leave.leave')}
      stay={t('offerings.leave.stay')}
    />
  )
}
