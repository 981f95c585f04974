import { useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import { Dialog } from '../../ui/dialog.js'
import { Checkbox } from '../../ui/form.js'
import { FINANCE_KEYS, readKeysOn, writeKeysOn, type FinanceAction } from './finance-keys.js'

interface KeysDialogProps {
  /** The page's tabs, each with the key that follows `g`. */
  tabs: ReadonlyArray<readonly [name: string, key: string]>
  /** What the search finds, if it isn't orders. */
  search?: string
  onClose: () => void
}

/** Lists the page's keys and the switch that turns them off. */
export function KeysDialog({ tabs, search, onClose }: KeysDialogProps) {
  const t = useT()
  const [isOn, setOn] = useState(readKeysOn)
  const turn = (on: boolean) => {
    writeKeysOn(on)
    setOn(on)
  }
  const rows: Array<readonly [name: string, keys: readonly string[]]> = [
    ...Object.entries(FINANCE_KEYS).map(
      ([action, key]) =>
        [action === 'search' && search ? search : t(`finance.key.${action as FinanceAction | 'open'}`), [key]] as const,
    ),
    ...tabs.map(([name, key]) => [name, ['g', key]] as const),
  ]
  return (
    <Dialog open onClose={onClose} title={t('finance.keys')}>
      <p>{t('finance.keysText')}</p>
      <table className="my-4 w-full text-15">
        <tbody>
          {rows.map(([name, keys]) => (
            <tr key={keys.join('')} className="border-t border-line last:border-b">
              <th scope="row" className="py-2 text-start font-normal text-ink">
                {name}
              </th>
              <td className="py-2 text-end" dir="ltr">
                {keys.map((key) => (
                  <Key key={key} name={key} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Checkbox
        checked={isOn}
        onChange={(event) => turn(event.target.checked)}
        label={<span className="text-15">{t('finance.keysOn')}</span>}
      />
    </Dialog>
  )
}

/** Shows a key as it is printed on the keyboard. */
export const Key = ({ name }: { name: string }) => (
  <kbd className="ms-1 inline-flex min-w-6 justify-center rounded-s border border-line-strong px-1.5 font-text text-12 leading-5">
    {name.length === 1 ? name.toUpperCase() : name}
  </kbd>
)
