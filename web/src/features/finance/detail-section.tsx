import type { ReactNode } from 'react'
import { WithExport } from './frame.js'
import { Empty } from './parts.js'

interface SectionProps<Row> {
  title: string
  empty: string
  rows: readonly Row[]
  children: (caption: string, rows: readonly Row[]) => ReactNode
}

/** Renders a titled table of the details of a raise or an order. */
export function Section<Row>({ title, empty, rows, children }: SectionProps<Row>) {
  return (
    <section>
      <WithExport start={<h3 className="text-18 leading-9 max-md:leading-11">{title}</h3>}>
        {rows.length === 0 ? <Empty text={empty} /> : children(title, rows)}
      </WithExport>
    </section>
  )
}
