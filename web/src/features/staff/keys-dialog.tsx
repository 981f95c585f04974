import { useT } from '../../i18n/i18n.js'
import { Dialog } from '../../ui/dialog.js'
import { Checkbox } from '../../ui/form.js'
import { DESK_KEYS, useKeysOn, writeKeysOn, type DeskAction } from './desk-keys.js'

/** Lists the desk's keys and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const on = useKeysOn()
  return (
    <Dialog open onClose={onClose} title={t('staff.keys.title')}>
      <p>{t('staff.keys.text')}</p>
      <table className="my-4 w-full text-15">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('staff.keys.action')}</th>
            <th scope="col">{t('staff.keys.key')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(DESK_KEYS).map(([action, key]) => (
            <tr key={key} className="border-t border-line last:border-b">
              <th scope="row" className="py-2 text-start font-normal text-ink">
                {t(`staff.keys.${action as DeskAction}`)}
              </th>
              <td className="py-2 text-end">
                <Key>{key}</Key>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Checkbox
        checked={on}
        onChange={(event) => writeKeysOn(event.target.checked)}
        label={<span className="text-15">{t('staff.keys.on')}</span>}
      />
    </Dialog>
  )
}

/** Shows a key as it is printed on the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd
      dir="ltr"
      className="inline-flex min-w-6 justify-center rounded-s border border-line-strong px-1.5 font-text text-12 leading-5"
    >
      {children.length === 1 ? children.toUpperCase() : children}
    </kbd>
  )
}

/** Shows a button's key beside its label on wide screens; assistive technology reads `aria-keyshortcuts`. */
export function KeyHint({ action }: { action: DeskAction }) {
  const on = useKeysOn()
  if (!on) return null
  return (
    <span aria-hidden="true" className="text-12 opacity-80 max-lg:hidden">
      {DESK_KEYS[action].toUpperCase()}
    </span>
  )
}
