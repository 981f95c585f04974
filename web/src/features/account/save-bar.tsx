import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { LeaveGuard } from '../../ui/leave-guard.js'
import { Notice } from '../../ui/states.js'
import type { SettingsForm } from './settings-form.js'

/**
 * Saves or resets the settings. If another device has saved since, asks which of both to keep. `canReset` is false on a
 * page that shows only some of the settings, because a reset changes all of them.
 */
export function SaveBar({ form, canReset = true }: { form: SettingsForm; canReset?: boolean }) {
  const t = useT()
  const { isChanged, isOvertaken, isSaving, save, reset, discard } = form
  return (
    <div className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
      {isOvertaken && (
        <div role="alert">
          <Notice tone="warn" title={t('account.overtaken')}>
            <p>{t('account.overtakenText')}</p>
            <Button kind="secondary" size="s" className="mt-3" onClick={discard}>
              {t('account.overtakenDiscard')}
            </Button>
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          busyText={isSaving && t('account.saving')}
          aria-disabled={!isChanged || undefined}
          onClick={() => isChanged && void save()}
        >
          {t(isOvertaken ? 'account.overtakenSave' : 'account.save')}
        </Button>
        {canReset && (
          <Button kind="secondary" onClick={reset}>
            {t('account.reset')}
          </Button>
        )}
        <p role="status" className="text-13 text-ink-2">
          {isChanged && t('account.unsaved')}
        </p>
      </div>
    </div>
  )
}

/** Returns whether the way to a page loses unsaved settings: the sections of the settings keep them. */
const losesSettings = (_from: string, to: string): boolean => !/^\/settings(\/|$)/.test(to)

/** Asks before the user leaves the settings with unsaved changes. */
export function SettingsGuard({ isOn }: { isOn: boolean }) {
  const t = useT()
  return (
    <LeaveGuard
      {...{ isOn, loses: losesSettings, title: t('account.leave.title'), text: t('account.leave.text') }}
      leave={t('account.leave.leave')}
      stay={t('account.leave.stay')}
    />
  )
}
