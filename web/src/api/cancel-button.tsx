import type { OrderView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { Text, useT, type MessageId } from '../i18n/i18n.js'
import { showToast } from '../lib/toast.js'
import { Button, type ButtonProps } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Money } from '../ui/money.js'
import { useCancelOrderMutation } from './api.js'
import { codeOf, isConnectionLost } from './problem.js'
import { usePropertyTitle } from './property-title.js'

interface CancelButtonProps extends Pick<ButtonProps, 'size'> {
  order: OrderView
}

/** Cancels a paid order in its cooling-off period after confirmation; renders nothing if it can't be cancelled. */
export function CancelButton({ order, size }: CancelButtonProps) {
  const t = useT()
  const title = usePropertyTitle(order.property)
  const [open, setOpen] = useState(false)
  const [cancel, { isLoading }] = useCancelOrderMutation()
  if (!order.canCancel) return null
  const confirm = async () => {
    const result = await cancel(order.orderId)
    setOpen(false)
    if (result.data) return showToast({ kind: 'success', text: t('ui.cancel.done') })
    const text = isConnectionLost(result.error)
      ? 'ui.offline'
      : (REFUSALS[codeOf(result.error) ?? ''] ?? 'ui.cancel.failed')
    showToast({ kind: 'error', text: t(text) })
  }
  return (
    <>
      <Button kind="danger" {...(size ? { size } : {})} onClick={() => setOpen(true)}>
        {t('ui.cancel.button')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('ui.cancel.title')}
          actions={
            <>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                {t('ui.cancel.keep')}
              </Button>
              <Button busyText={isLoading && t('ui.cancel.busy')} onClick={() => void confirm()}>
                {t('ui.cancel.button')}
              </Button>
            </>
          }
        >
          <p>
            <Text
              id="ui.cancel.text"
              values={{ property: title, count: order.units }}
              components={{ money: <Money fils={order.totalFils} decimals={2} /> }}
            />
          </p>
        </Dialog>
      )}
    </>
  )
}

const REFUSALS: Readonly<Record<string, MessageId>> = {
  COOLING_OFF_ENDED: 'ui.cancel.ended',
  ORDER_DISPUTED: 'ui.cancel.disputed',
  ORDER_NOT_CANCELLABLE: 'ui.cancel.notPossible',
}
