import { useState, type ComponentProps } from 'react'
import { useT } from '../i18n/i18n.js'
import { IconButton } from './button.js'
import { TextField } from './form.js'
import { Icon } from './icons.js'
import { PASSWORD_REQUIREMENTS, type PasswordOwner } from '../lib/password-rules.js'

/** Renders a password field with a button that shows and hides the password. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={t(shown ? 'auth.password.hide' : 'auth.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </IconButton>
      }
    />
  )
}

/** Lists the password requirements, each ticked as soon as it is met. */
export function PasswordConditions({ password, owner, id }: { password: string; owner: PasswordOwner; id: string }) {
  const t = useT()
  return (
    <div id={id} className="flex flex-col gap-2 text-13">
      <ul className="grid gap-x-4 gap-y-1 xs:grid-cols-2" aria-label={t('auth.password.requirements')}>
        {PASSWORD_REQUIREMENTS.map(({ key, holds }) => {
          const done = holds(password, owner)
          return (
            <li key={key} className={`flex items-center gap-2 ${done ? 'text-good' : 'text-ink-2'}`}>
              {done ? (
                <Icon name="check" size={16} />
              ) : (
                <span aria-hidden="true" className="mx-[5px] size-1.5 rounded-full border border-current" />
              )}
              {t(`auth.password.${key}`)}
              <span className="sr-only">{t(done ? 'auth.password.done' : 'auth.password.open')}</span>
            </li>
          )
        })}
      </ul>
      <p className="text-ink-2">{t('auth.password.notCommon')}</p>
    </div>
  )
}
