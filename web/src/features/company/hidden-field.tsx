import type { ComponentProps } from 'react'
import { useT } from '../../i18n/i18n.js'

/** Renders a field that people neither see nor reach. Who fills it in is a program. */
export function HiddenField(props: ComponentProps<'input'>) {
  const t = useT()
  return (
    <div inert className="sr-only">
      <label>
        {t('company.form.leaveEmpty')}
        <input {...props} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
