import type { BankAccountView } from '@hissa/contracts/investment'
import { toAed, type Fils } from '@hissa/money'
import { useRef, useState, type FormEvent } from 'react'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Form, Select } from '../../ui/form.js'
import { DefinitionList } from '../../ui/layout.js'
import { MoneyField } from '../../ui/money-field.js'
import { Money } from '../../ui/money.js'
import { Notice } from '../../ui/states.js'
import { type CashPage, useRequestWithdrawalMutation } from './cash-api.js'
import { cashRefusal } from './refusals.js'

interface WithdrawFormProps {
  cash: Pick<CashPage, 'availableFils' | 'minimumWithdrawalFils'>
  accounts: readonly BankAccountView[]
}

/** Withdraws cash: the account and the amount, then a review that is confirmed. */
export function WithdrawForm({ cash, accounts }: WithdrawFormProps) {
  const t = useT()
  const ready = accounts.filter(({ state }) => state === 'ready')
  const [chosen, setChosen] = useState<string>()
  const [text, setText] = useState('')
  const [amountFils, setAmount] = useState<Fils | null>(null)
  const [judged, setJudged] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const account = ready.find(({ bankAccountId }) => bankAccountId === chosen) ?? ready[0]
  if (cash.availableFils < cash.minimumWithdrawalFils) return <p className="text-15 text-ink-2">{t('cash.nothing')}</p>
  if (!account) return <p className="text-15 text-ink-2">{t('cash.noReadyAccount')}</p>
  const wrong = wrongAmount(amountFils, cash)
  const review = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!wrong) setReviewing(true)
  }
  const done = () => {
    setReviewing(false)
    setJudged(false)
    setText('')
    setAmount(null)
  }
  return (
    <Form onSubmit={review} className="gap-4">
      <h2 className="text-22">{t('cash.withdraw')}</h2>
      <Select
        label={t('cash.field.account')}
        value={account.bankAccountId}
        onChange={(event) => setChosen(event.target.value)}
      >
        {ready.map(({ bankAccountId, iban }) => (
          <option key={bankAccountId} value={bankAccountId}>
            {iban}
          </option>
        ))}
      </Select>
      <MoneyField
        label={t('cash.field.amount')}
        value={text}
        onValue={(typed, fils) => {
          setText(typed)
          setAmount(fils)
        }}
        error={judged && wrong ? t(wrong) : undefined}
      />
      <div>
        <Button type="submit">{t('cash.review')}</Button>
      </div>
      {isReviewing && amountFils !== null && (
        <Review {...{ account, amountFils }} onClose={() => setReviewing(false)} onDone={done} />
      )}
    </Form>
  )
}

function wrongAmount(amount: Fils | null, cash: WithdrawFormProps['cash']) {
  if (amount === null || amount <= 0) return 'cash.wrong.amount' as const
  if (amount < cash.minimumWithdrawalFils) return 'cash.refused.minimum' as const
  return amount > cash.availableFils ? ('cash.refused.insufficient' as const) : undefined
}

interface ReviewProps {
  account: BankAccountView
  amountFils: Fils
  onClose: () => void
  onDone: () => void
}

function Review({ account, amountFils, onClose, onDone }: ReviewProps) {
  const t = useT()
  // One key for each review, so that pressing again after a lost response has no second effect.
  const key = useRef(crypto.randomUUID())
  const [request, { isLoading, error }] = useRequestWithdrawalMutation()
  const confirm = async () => {
    const { bankAccountId } = account
    const { data } = await request({ bankAccountId, amount: toAed(amountFils), idempotencyKey: key.current })
    if (!data) return
    showToast({ kind: 'success', text: t('cash.requested') })
    onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('cash.reviewTitle')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('cash.back')}
          </Button>
          <Button busyText={isLoading && t('cash.working')} onClick={() => void confirm()}>
            {t('cash.confirm')}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{t(cashRefusal(error))}</Notice>}
      <DefinitionList
        facts={[
          { term: t('cash.field.amount'), value: <Money fils={amountFils} decimals={2} /> },
          { term: t('cash.field.account'), value: <bdi dir="ltr">{account.iban}</bdi> },
        ]}
      />
      <p className="mt-3 text-13 text-ink-2">{t('cash.reviewText')}</p>
    </Dialog>
  )
}
