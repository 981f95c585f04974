import { type Fils, subtract } from '@hissa/money'
import type { ReactNode } from 'react'
import { Text, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { Card } from '../../ui/layout.js'
import { OwnMoney } from '../../ui/own-figure.js'
import type { PayFrom } from './use-payment.js'

interface PaymentChoiceProps {
  availableFils: Fils
  totalFils: Fils
  payFrom: PayFrom
  onChoose: (payFrom: PayFrom) => void
}

/** Chooses between a card and the investor's cash. Cash that is short of the order says by how much. */
export function PaymentChoice({ availableFils, totalFils, payFrom, onChoose }: PaymentChoiceProps) {
  const t = useT()
  const isShort = availableFils < totalFils
  const money = <OwnMoney fils={availableFils} decimals={2} />
  const option = (value: PayFrom, title: string, text: ReactNode, disabled = false) => (
    <label
      className={cx(
        'flex min-h-11 items-start gap-3 border-t border-line py-3 text-15 first-of-type:border-0',
        disabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <input
        type="radio"
        name="pay-from"
        value={value}
        checked={payFrom === value}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-5 shrink-0 accent-primary"
      />
      <span className="flex flex-col">
        <span className={disabled ? 'text-ink-2' : 'text-ink'}>{title}</span>
        <span className="text-13 text-ink-2">{text}</span>
      </span>
    </label>
  )
  return (
    <Card className="px-5 py-4 md:px-6">
      <fieldset>
        <legend className="pb-1 text-15 font-medium">{t('invest.method.title')}</legend>
        {option(
          'cash',
          t('invest.method.cash'),
          isShort ? (
            <Text
              id="invest.method.cash.short"
              components={{ money, missing: <OwnMoney fils={subtract(totalFils, availableFils)} decimals={2} /> }}
            />
          ) : (
            <Text id="invest.method.cash.available" components={{ money }} />
          ),
          isShort,
        )}
        {option('card', t('invest.method.card'), t('invest.method.card.text'))}
      </fieldset>
    </Card>
  )
}
