import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Notice } from '../../ui/states.js'
import { refusalText } from './refusals.js'
import { useReturnSharesMutation } from './wallet-api.js'

/** Explains what moving back into custody means, and requests it. There is nothing to sign. */
export function ReturnDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [request, { isLoading, error }] = useReturnSharesMutation()
  const confirm = async () => {
    if ('error' in (await request())) return
    showToast({ kind: 'success', text: t('wallet.connect.sent') })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('wallet.return.title')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('wallet.return.keep')}
          </Button>
          <Button busyText={isLoading && t('wallet.busy.sending')} onClick={() => void confirm()}>
            {t('wallet.return.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {error && <Notice tone="bad">{t(refusalText(error) ?? 'wallet.refused.failed')}</Notice>}
        <p>{t('wallet.return.text')}</p>
        <p>{t('wallet.return.review')}</p>
      </div>
    </Dialog>
  )
}
