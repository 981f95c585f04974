import type { OrderView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { useT, type MessageId } from '../i18n/i18n.js'
import { showToast } from '../lib/toast.js'
import { Button, type ButtonProps } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { useReleaseReservationMutation } from './api.js'
import { isConnectionLost } from './problem.js'
import { usePropertyTitle } from './property-title.js'

interface ReleaseButtonProps extends Pick<ButtonProps, 'kind' | 'size'> {
  orderId: string
  property: OrderView['property']
}

/** Releases an unpaid reservation after confirmation. */
export function ReleaseButton({ orderId, property, kind = 'secondary', size }: ReleaseButtonProps) {
  const t = useT()
  const title = usePropertyTitle(property)
  const [open, setOpen] = useState(false)
  const [release, { isLoading }] = useReleaseReservationMutation()
  const confirm = async () => {
    const result = await release(orderId)
    setOpen(false)
    if (result.data) return showToast({ kind: 'info', text: t(outcomeOf(result.data)) })
    showToast({ kind: 'error', text: t(isConnectionLost(result.error) ? 'ui.offline' : 'ui.release.failed') })
  }
  const look = { kind, ...(size ? { size } : {}) }
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {t('ui.release.button')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('ui.release.title')}
          actions={
            <>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                {t('ui.release.keep')}
              </Button>
              <Button busyText={isLoading && t('ui.release.busy')} onClick={() => void confirm()}>
                {t('ui.release.button')}
              </Button>
            </>
          }
        >
          <p>{t('ui.release.text', { property: title })}</p>
        </Dialog>
      )}
    </>
  )
}

/** Returns the outcome's text: the payment may have arrived first, or the processor may be unreachable. */
function outcomeOf({ state }: OrderView): MessageId {
  if (state === 'reserved') return 'ui.release.later'
  return state === 'expired' || state === 'failed' ? 'ui.release.done' : 'ui.release.paid'
}
