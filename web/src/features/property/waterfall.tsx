import type { AcquisitionLine, RentLine } from '@hissa/contracts/property'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { offeringText } from '../../lib/format.js'
import { Money } from '../../ui/money.js'

type Line = RentLine | AcquisitionLine

interface WaterfallProps {
  title: string
  lines: readonly Line[]
  /** The set of line names. */
  names: 'rent' | 'cost'
  note: string
  /** Replaces the last line's usual name. */
  total?: string | undefined
}

/**
 * Shows lines that sum to the last one, each with a bar that starts at the running sum; the first and the last bar are
 * full. The table holds every figure, so the bars are decorative.
 */
export function Waterfall({ title, lines, names, note, total }: WaterfallProps) {
  const t = useT()
  const nameOf = (line: Line) => (line === lines.at(-1) && total) || t(`property.${names}.${line.kind}` as MessageId)
  const locale = useLocale()
  const bars = barsOf(lines)
  // Fils are hidden only if no line has any, so that the shown lines add up.
  const decimals = lines.every(({ amountFils }) => amountFils % 100 === 0) ? 0 : 2
  return (
    <section>
      <h2 className="pb-2 text-26">{title}</h2>
      <table className="w-full table-fixed text-13 md:text-15">
        <caption className="sr-only">{title}</caption>
        <thead className="text-[0px] leading-0">
          <tr>
            <th scope="col" className="md:w-[26%]">
              {t('property.line.name')}
            </th>
            <th scope="col" aria-hidden="true" className="max-md:hidden" />
            <th scope="col" className="md:w-[22%]">
              {t('property.line.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const bar = bars[index]!
            return (
              <tr key={line.kind}>
                <th
                  scope="row"
                  className="py-1.5 pe-4 text-start font-normal md:w-[26%]"
                  title={offeringText(line.basis, locale)}
                >
                  {nameOf(line)}
                </th>
                <td aria-hidden="true" className="py-1.5 max-md:hidden">
                  <svg className="block h-4 w-full rtl:-scale-x-100" preserveAspectRatio="none">
                    <rect width="100%" height="16" rx="3" className="fill-sunken" />
                    <rect
                      x={`${bar.from}%`}
                      width={`${bar.width}%`}
                      height="16"
                      rx="3"
                      className={bar.whole ? 'fill-primary' : 'fill-line-strong'}
                    />
                  </svg>
                </td>
                <td className="py-1.5 ps-4 text-end whitespace-nowrap md:w-[22%]">
                  <span dir="ltr" className="inline-block min-w-[11ch] text-end">
                    <Money fils={line.amountFils} decimals={decimals} />
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="pt-3 text-13 text-ink-2">{note}</p>
      <p className="text-13 text-ink-2">{t('property.line.basis', { basis: offeringText(lines[0]!.basis, locale) })}</p>
      <Sources lines={lines} nameOf={nameOf} />
    </section>
  )
}

/** Lists the source of each figure. */
function Sources({ lines, nameOf }: { lines: readonly Line[]; nameOf: (line: Line) => string }) {
  const t = useT()
  const locale = useLocale()
  return (
    <details className="mt-1 text-13 text-ink-2">
      <summary className="inline-flex min-h-8 items-center max-md:min-h-11 underline underline-offset-3 hover:text-ink">
        {t('property.line.sources')}
      </summary>
      <dl className="mt-2 flex flex-col gap-1.5">
        {lines.map((line) => (
          <div key={line.kind} className="grid gap-x-4 md:grid-cols-[1fr_2fr]">
            <dt className="text-ink">{nameOf(line)}</dt>
            <dd>
              {offeringText(line.basis, locale)}{' '}
              <span className="text-ink-3">({offeringText(line.source, locale)})</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

interface Bar {
  /** In percent of the largest running sum. */
  from: number
  width: number
  whole: boolean
}

/** Returns the start and width of each line's bar. Costs are subtracted from the running sum, parts are added to it. */
export function barsOf(lines: readonly Pick<Line, 'amountFils'>[]): Bar[] {
  const amounts = lines.map((line) => line.amountFils)
  const widest = Math.max(1, ...amounts)
  let running = 0
  return amounts.map((amount, index) => {
    const whole = index === amounts.length - 1 || (index === 0 && amounts[1]! < 0)
    const before = running
    running += amount
    const from = whole ? 0 : Math.min(before, running)
    return { from: percent(from, widest), width: percent(Math.abs(amount), widest), whole }
  })
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100
}
