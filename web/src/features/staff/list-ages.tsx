import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { formatDate } from '../../lib/format.js'
import type { TicketList } from './tickets-api.js'

const NAMES = {
  UN: 'staff.list.un',
  'OFAC SDN': 'staff.list.ofac',
  UAE: 'staff.list.uae',
  'OpenSanctions PEP': 'staff.list.pep',
} as const

/** Returns the name of a known list in the page's language, of another one as its file states it. */
export const nameOfList = (list: string, t: ReturnType<typeof useT>): string =>
  list in NAMES ? t(NAMES[list as keyof typeof NAMES]) : list

/** Shows the date and age of every list, and warns of an old one. */
export function ListAges({ lists }: Pick<TicketList, 'lists'>) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="px-3 pt-6 pb-2 max-lg:pt-3">
      <h2 className="text-13 font-medium tracking-normal">{t('staff.lists')}</h2>
      {lists.every(({ kind }) => kind === 'pep') && <p className="pt-1 text-bad">{t('staff.noList')}</p>}
      <ul className="flex flex-col gap-2 pt-1 max-lg:flex-row max-lg:flex-wrap max-lg:gap-x-6">
        {lists.map(({ list, date, ageDays, old }) => (
          <li key={list}>
            <span className="block">{nameOfList(list, t)}</span>
            <span className="block text-ink-2">{formatDate(date, locale)}</span>
            <span className={cx('block', old ? 'text-bad' : 'text-ink-2')}>
              {t('staff.listAge', { count: ageDays })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
