import type { OrderView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { Text, useLocale, useT, type MessageId } from '../i18n/i18n.js'
import { formatDateTime } from '../lib/format.js'
import { showToast } from '../lib/toast.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { useAmountsHidden } from '../lib/use-amounts-hidden.js'
import { OwnMoney } from '../ui/own-figure.js'
import { useCancelOrderMutation } from './api.js'
import { codeOf, isConnectionLost } from './problem.js'
import { usePropertyTitle } from './property-title.js'

interface CancelButtonProps {
  order: OrderView
  /** In a table many orders offer it, so that it must not be louder than their state. */
  inRow?: boolean
}

const ROW = { kind: 'quiet', size: 's', className: '-me-3 underline underline-offset-3' } as const

/** Cancels a paid order after confirmation; renders nothing if it can't be cancelled. */
export function CancelButton({ order, inRow = false }: CancelButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (!order.canCancel) return null
  return (
    <>
      <Button {...(inRow ? ROW : { kind: 'danger' })} onClick={() => setOpen(true)}>
        {t('ui.cancel.button')}
      </Button>
      {open && <Confirmation order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

/** States what is refunded and until when the order can be cancelled, and cancels it. */
function Confirmation({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useT()
  const property = usePropertyTitle(order.property)
  const [cancel, { isLoading }] = useCancelOrderMutation()
  const isHidden = useAmountsHidden()
  const confirm = async () => {
    const result = await cancel(order.orderId)
    onClose()
    if (result.data) return showToast({ kind: 'success', text: t('ui.cancel.done') })
    const refusal = REFUSALS[codeOf(result.error) ?? ''] ?? 'ui.cancel.failed'
    showToast({ kind: 'error', text: t(isConnectionLost(result.error) ? 'ui.offline' : refusal) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('ui.cancel.title')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
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
          id={order.paidFrom ? 'ui.cancel.textCash' : isHidden ? 'ui.cancel.text.hidden' : 'ui.cancel.text'}
          values={{ property, count: order.units }}
          components={{ money: <OwnMoney fils={order.leftFils ?? order.totalFils} decimals={2} /> }}
        />
      </p>
      <p className="mt-3">
        <Until order={order} />
      </p>
    </Dialog>
  )
}

function Until({ order: { coolingOffEndsAt } }: Pick<CancelButtonProps, 'order'>) {
  const t = useT()
  const locale = useLocale()
  if (!coolingOffEndsAt) return t('ui.cancel.untilClosed')
  return t('ui.cancel.until', { time: formatDateTime(coolingOffEndsAt, locale) })
}

const REFUSALS: Readonly<Record<string, MessageId>> = {
  COOLING_OFF_ENDED: 'ui.cancel.ended',
  ORDER_DISPUTED: 'ui.cancel.disputed',
  ORDER_NOT_CANCELLABLE: 'ui.cancel.notPossible',
}
