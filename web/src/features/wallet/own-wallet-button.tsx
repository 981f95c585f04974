import type { ChainView } from '@hissa/contracts/tokenisation'
import { useState, type ComponentType } from 'react'
import { isConnectionLost } from '../../api/problem.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/states.js'
import type { ConnectDialogProps } from './connect/connect-dialog.js'

/** Opens the dialog that connects a wallet. Its code, with the wallet libraries, is loaded by the first press. */
export function OwnWalletButton({ chain }: { chain: ChainView }) {
  const t = useT()
  const [Dialog, setDialog] = useState<ComponentType<ConnectDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [problem, setProblem] = useState<MessageId>()
  const open = async () => {
    setProblem(undefined)
    setLoading(true)
    try {
      const { ConnectDialog } = await import('./connect/connect-dialog.js')
      setDialog(() => ConnectDialog)
      setOpen(true)
    } catch (error) {
      log('warn', 'The wallet dialog could not be loaded', error)
      setProblem(isConnectionLost(error) ? 'ui.offline' : 'wallet.connect.notLoaded')
    } finally {
      setLoading(false)
    }
  }
  const close = () => setOpen(false)
  const sent = () => {
    close()
    showToast({ kind: 'success', text: t('wallet.connect.sent') })
  }
  return (
    <>
      <Button kind="secondary" busyText={isLoading && t('ui.loading')} onClick={() => void open()}>
        {t('wallet.connect.open')}
      </Button>
      {problem && (
        <div role="status" className="basis-full">
          <Notice tone="warn">{t(problem)}</Notice>
        </div>
      )}
      {Dialog && isOpen && <Dialog chain={chain} onClose={close} onSent={sent} />}
    </>
  )
}
