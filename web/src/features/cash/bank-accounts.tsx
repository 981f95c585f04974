import type { BankAccountView } from '@hissa/contracts/investment'
import { useState, type FormEvent } from 'react'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatShortDateTime } from '../../lib/format.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Form, TextField } from '../../ui/form.js'
import { Card } from '../../ui/layout.js'
import { Notice } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import {
  useAddBankAccountMutation,
  useConfirmBankAccountMutation,
  useRemoveBankAccountMutation,
  useSendBankAccountCodeMutation,
} from './cash-api.js'
import { cashRefusal } from './refusals.js'

const STATES: Record<BankAccountView['state'], { tone: Tone; word: MessageId }> = {
  unconfirmed: { tone: 'warn', word: 'cash.account.unconfirmed' },
  waiting: { tone: 'info', word: 'cash.account.waiting' },
  ready: { tone: 'good', word: 'cash.account.ready' },
}

/** Lists the user's bank accounts, and adds, confirms and removes them. */
export function BankAccounts({ bankAccounts, maximum }: { bankAccounts: readonly BankAccountView[]; maximum: number }) {
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  return (
    <Card className="flex flex-col gap-4 px-6 py-5">
      <h2 className="text-22">{t('cash.accounts')}</h2>
      {bankAccounts.length === 0 && !isAdding && <p className="text-15 text-ink-2">{t('cash.accountsEmpty')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {bankAccounts.map((account) => (
          <Account key={account.bankAccountId} account={account} />
        ))}
      </ul>
      {isAdding ? (
        <AddForm onClose={() => setAdding(false)} />
      ) : bankAccounts.length < maximum ? (
        <div>
          <Button kind="secondary" onClick={() => setAdding(true)}>
            {t('cash.add')}
          </Button>
        </div>
      ) : (
        <p className="text-13 text-ink-2">{t('cash.refused.tooMany')}</p>
      )}
    </Card>
  )
}

function Account({ account }: { account: BankAccountView }) {
  const t = useT()
  const locale = useLocale()
  const { tone, word } = STATES[account.state]
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="flex flex-col gap-1">
          <bdi dir="ltr" className="text-15 font-medium">
            {account.iban}
          </bdi>
          {account.state !== 'ready' && (
            <span className="text-13 text-ink-2">
              {t('cash.availableFrom', { at: formatShortDateTime(account.availableAt, locale) })}
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-3">
          <StatusBadge tone={tone}>{t(word)}</StatusBadge>
          <RemoveButton account={account} />
        </span>
      </div>
      {account.state === 'unconfirmed' && <CodeForm account={account} />}
    </li>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const [iban, setIban] = useState('')
  const [holderName, setName] = useState('')
  const [judged, setJudged] = useState(false)
  const [add, { isLoading, error }] = useAddBankAccountMutation()
  const missing = (value: string) => (judged && value.trim() === '' ? t('cash.wrong.missing') : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (iban.trim() === '' || holderName.trim() === '' || isLoading) return
    const { data } = await add({ iban, holderName, locale })
    if (!data) return
    showToast({ kind: 'success', text: t('cash.added') })
    onClose()
  }
  return (
    <Form onSubmit={(event) => void submit(event)} className="gap-4">
      {error && <Notice tone="bad">{t(cashRefusal(error))}</Notice>}
      <TextField
        label={t('cash.field.iban')}
        hint={t('cash.field.ibanHint')}
        dir="ltr"
        autoComplete="off"
        maxLength={64}
        value={iban}
        onChange={(event) => setIban(event.target.value)}
        error={missing(iban)}
      />
      <TextField
        label={t('cash.field.holder')}
        hint={t('cash.field.holderHint')}
        autoComplete="name"
        maxLength={140}
        dir="auto"
        value={holderName}
        onChange={(event) => setName(event.target.value)}
        error={missing(holderName)}
      />
      <p className="text-13 text-ink-2">{t('cash.addText')}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyText={isLoading && t('cash.working')}>
          {t('cash.add')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('cash.back')}
        </Button>
      </div>
    </Form>
  )
}

function CodeForm({ account: { bankAccountId: id } }: { account: BankAccountView }) {
  const t = useT()
  const locale = useLocale()
  const [code, setCode] = useState('')
  const [judged, setJudged] = useState(false)
  const [confirm, { isLoading, error }] = useConfirmBankAccountMutation()
  const [send, { isLoading: isSending }] = useSendBankAccountCodeMutation()
  const isCode = /^\d{6}$/.test(code.trim())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!isCode || isLoading) return
    const { data } = await confirm({ id, code: code.trim() })
    if (data) showToast({ kind: 'success', text: t('cash.confirmed') })
  }
  const again = async () => {
    const { error: refused } = await send({ id, locale })
    showToast(
      refused ? { kind: 'error', text: t(cashRefusal(refused)) } : { kind: 'success', text: t('cash.codeSent') },
    )
  }
  return (
    <Form onSubmit={(event) => void submit(event)} className="gap-3">
      <TextField
        label={t('cash.field.code')}
        hint={t('cash.field.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        dir="ltr"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={judged && !isCode ? t('cash.wrong.code') : error ? t(cashRefusal(error)) : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="s" busyText={isLoading && t('cash.working')}>
          {t('cash.confirmAccount')}
        </Button>
        <Button size="s" kind="quiet" busyText={isSending && t('cash.working')} onClick={() => void again()}>
          {t('cash.sendCode')}
        </Button>
      </div>
    </Form>
  )
}

function RemoveButton({ account: { bankAccountId, iban } }: { account: BankAccountView }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [remove, { isLoading }] = useRemoveBankAccountMutation()
  const confirm = async () => {
    const { error } = await remove(bankAccountId)
    setOpen(false)
    showToast(error ? { kind: 'error', text: t(cashRefusal(error)) } : { kind: 'info', text: t('cash.removed') })
  }
  return (
    <>
      <Button kind="danger" size="s" aria-label={t('cash.removeNamed', { iban })} onClick={() => setOpen(true)}>
        {t('cash.remove')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('cash.removeTitle')}
          actions={
            <>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                {t('cash.keep')}
              </Button>
              <Button busyText={isLoading && t('cash.working')} onClick={() => void confirm()}>
                {t('cash.remove')}
              </Button>
            </>
          }
        >
          <p>{t('cash.removeText')}</p>
          <p className="mt-2 text-ink">
            <bdi dir="ltr">{iban}</bdi>
          </p>
        </Dialog>
      )}
    </>
  )
}
