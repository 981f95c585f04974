import type { PropertySummary } from '@hissa/contracts/property'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatPercent } from '../../lib/format.js'

const WAYS = ['share', 'whole', 'fund'] as const
const ASPECTS = ['fees', 'cancel', 'register', 'exit'] as const

/** Compares a share with buying a whole property or units of a fund. The fee is that of a real offering. */
export function Comparison({ example }: { example: PropertySummary | undefined }) {
  const t = useT()
  const locale = useLocale()
  const fee = example ? formatPercent(example.offering.feeBasisPoints, locale) : t('home.compare.stated')
  return (
    <section className="frame pt-24" aria-labelledby="compare-title">
      <h2 id="compare-title" className="text-34">
        {t('home.compare.title')}
      </h2>
      <table className="mt-8 w-full table-fixed border-collapse text-start text-15 max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <td className="w-[16%]" />
            {WAYS.map((way) => (
              <th key={way} scope="col" className="pe-6 pb-4 text-start text-18 font-medium last:pe-0">
                {t(`home.compare.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {ASPECTS.map((aspect) => (
            <tr key={aspect} className="border-t border-line align-top max-md:block max-md:py-4">
              <th
                scope="row"
                className="py-4 pe-4 text-start font-medium max-md:block max-md:pt-0 max-md:pb-3 max-md:text-18"
              >
                {t(`home.compare.${aspect}`)}
              </th>
              {WAYS.map((way) => (
                <td key={way} className="py-4 pe-6 text-ink-2 last:pe-0 max-md:block max-md:p-0 max-md:pb-3">
                  <span className="block text-13 font-medium text-ink md:hidden" aria-hidden="true">
                    {t(`home.compare.${way}`)}
                  </span>
                  {t(`home.compare.${way}.${aspect}`, { fee })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 max-w-[90ch] text-13 text-ink-2">{t('home.compare.note')}</p>
    </section>
  )
}
