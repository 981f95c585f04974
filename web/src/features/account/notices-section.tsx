import { useT } from '../../i18n/i18n.js'
import type { SectionProps } from './settings-page.js'
import { CHANNELS, TOPICS } from './settings-form.js'

/** Chooses which notices arrive by which channel. */
export function NoticesSection({ form: { settings, set } }: SectionProps) {
  const t = useT()
  return (
    <table className="w-full border-collapse text-start text-15">
      <caption className="pb-4 text-start text-ink-2">{t('account.notices.lead')}</caption>
      <thead>
        <tr className="border-b border-line text-13 text-ink-2">
          <th scope="col" className="py-2 text-start font-medium">
            {t('account.notices.topic')}
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-20 py-2 text-center font-medium md:w-28">
              {t(`account.notices.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TOPICS.map((topic) => (
          <tr key={topic} className="border-line not-last:border-b">
            <th scope="row" className="py-3 pe-4 text-start font-normal">
              {t(`account.notices.${topic}`)}
              <span className="block text-13 text-ink-2">{t(`account.notices.${topic}Hint`)}</span>
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className="text-center">
                <label className="inline-flex size-11 cursor-pointer items-center justify-center">
                  <span className="sr-only">
                    {t('account.notices.cell', {
                      topic: t(`account.notices.${topic}`),
                      channel: t(`account.notices.${channel}`),
                    })}
                  </span>
                  <input
                    type="checkbox"
                    className="size-5 accent-primary"
                    checked={settings.notices[topic][channel]}
                    disabled={topic === 'security'}
                    onChange={({ target }) => set({ notices: { [topic]: { [channel]: target.checked } } })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
