import { useState } from 'react'
import type { Wallet } from '../../api/token-api.js'
import { useT } from '../../i18n/i18n.js'
import { explorerPage } from '../../lib/chain.js'
import { CopyButton } from '../../ui/chain-name.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { StatusBadge } from '../../ui/status.js'
import { isOpen } from './moves.js'
import { OwnWalletButton } from './own-wallet-button.js'
import { ReturnDialog } from './return-dialog.js'

/** Shows the address that holds the user's shares, who holds its key, and how to change that. */
export function AddressCard({ wallet, account }: { wallet: Wallet; account: string }) {
  const t = useT()
  const { chain, isCustodial, isFrozen, relocation } = wallet
  const explorer = explorerPage(chain, 'address', account)
  const canMove = !isFrozen && !isOpen(relocation)
  return (
    <Card className="max-w-[860px] p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-13 font-normal tracking-normal text-ink-2">{t('tokens.wallet.address')}</h2>
        <StatusBadge tone={isCustodial ? 'good' : 'mine'}>
          {t(isCustodial ? 'wallet.heldByHissa' : 'wallet.heldByYou')}
        </StatusBadge>
      </div>
      <div className="mt-1 flex items-center gap-2">
        <bdi dir="ltr" className="min-w-0 text-15 break-all md:text-18">
          {account}
        </bdi>
        <CopyButton text={account} label={t('tokens.copy.account')} />
      </div>
      <p className="mt-1 max-w-[68ch] text-15 text-ink-2">
        {t(isCustodial ? 'tokens.wallet.custodial' : 'wallet.ownText')}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 empty:hidden">
        {canMove && (isCustodial ? <OwnWalletButton chain={chain} /> : <MoveBack />)}
        {explorer && (
          <a
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center text-15 text-primary underline underline-offset-3"
          >
            {t('tokens.wallet.explorer')}
          </a>
        )}
      </div>
    </Card>
  )
}

/** Offers to move the shares back into custody. */
function MoveBack() {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {t('wallet.return.button')}
      </Button>
      {open && <ReturnDialog onClose={() => setOpen(false)} />}
    </>
  )
}
