import { COLOURS } from '@hissa/brand'
import { LANGUAGES } from '@hissa/texts'
import { Document, Page, Path, Svg, Text, View, type DocumentProps } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import type { Block, PrintedDocument } from '../blocks.js'
import { qrPath } from '../qr-path.js'
import { isolateLatin } from './isolate.js'
import { stylesFor, type Styles } from './styles.js'

/** What the layout of each element depends on. */
interface Setting {
  styles: Styles
  /** Returns a text whose figures and Latin words keep their order. */
  text: (text: string) => string
}

/** Dates of the file: fixed, so that the same document is the same file. What it states is dated in its content. */
const FILE_DATE = new Date('2026-01-01T00:00:00Z')

/** The side of a QR code: 40 mm, which a phone reads from paper at arm's length. */
const QR_POINTS = 113

/** Replaces the narrow no-break space of French numbers and signs, for which the font has no glyph. */
const withKnownSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0')

/** Lays out a document on pages of A4, with mark, title, content and footer. */
export function layout(printed: PrintedDocument): ReactElement<DocumentProps> {
  const { title, language, brand, blocks, footer } = printed
  const isRtl = LANGUAGES[language].dir === 'rtl'
  const setting: Setting = { styles: stylesFor(isRtl), text: isRtl ? isolateLatin : withKnownSpaces }
  const { styles } = setting
  const page = h(
    Page,
    { size: 'A4', style: styles.page },
    h(View, { style: styles.brand }, mark(), h(Text, { style: styles.brandName }, brand)),
    h(Text, { style: styles.title }, setting.text(title)),
    // Directly on the page: inside another element, a heading doesn't see whether what follows it fits.
    ...blocks.flatMap((block) => elementsOf(block, setting)),
    pageFooter(setting.text(footer), styles),
  )
  const dates = { creationDate: FILE_DATE, modificationDate: FILE_DATE }
  return h(Document, { title, author: brand, creator: brand, producer: brand, language, ...dates }, page)
}

function elementsOf(block: Block, setting: Setting): ReactElement[] {
  const { styles, text } = setting
  switch (block.kind) {
    case 'heading':
      // The heading moves to the next page with the first lines of what follows.
      return [h(Text, { style: styles.heading, minPresenceAhead: 60 }, text(block.text))]
    case 'paragraph':
      return [h(Text, { style: styles.paragraph }, text(block.text))]
    case 'note':
      return [h(Text, { style: styles.note }, text(block.text))]
    case 'list':
      return block.items.map((item) => itemOf(item, setting))
    case 'facts':
      return [h(View, { style: styles.facts }, ...block.rows.map((fact) => factOf(fact, setting)))]
    case 'qr':
      return [qrOf(block, setting)]
    case 'table':
      return tableOf(block, setting)
  }
}

const factOf = ([term, value]: readonly [string, string], { styles, text }: Setting) =>
  row(styles.fact, [h(Text, { style: styles.term }, text(term)), h(Text, { style: styles.value }, text(value))])

const itemOf = (item: string, { styles, text }: Setting) =>
  row(styles.item, [h(Text, { style: styles.bullet }, '•'), h(Text, { style: styles.itemText }, text(item))])

function qrOf(
  { address, shown = address, text: caption }: Extract<Block, { kind: 'qr' }>,
  { styles, text }: Setting,
): ReactElement {
  const { path, size } = qrPath(address)
  const code = h(
    Svg,
    { width: QR_POINTS, height: QR_POINTS, viewBox: `0 0 ${size} ${size}` },
    h(Path, { d: path, fill: COLOURS.ink[0] }),
  )
  const words = h(
    View,
    { style: styles.qrWords },
    h(Text, { style: styles.qrText }, text(caption)),
    h(Text, { style: styles.qrAddress }, shown),
  )
  return row(styles.qr, [code, words])
}

function tableOf(
  { caption, head, rows }: Extract<Block, { kind: 'table' }>,
  { styles, text }: Setting,
): ReactElement[] {
  const cells = (line: readonly string[], style?: Style) =>
    line.map((cell, index) => h(Text, { style: [cellStyle(styles, index), ...(style ? [style] : [])] }, text(cell)))
  const lines = rows.map((line, index) =>
    row(index === rows.length - 1 ? styles.totalRow : styles.tableRow, cells(line)),
  )
  // Caption and head stay on a page with the first lines.
  const top = [h(Text, { style: styles.heading }, text(caption)), row(styles.tableHead, cells(head, styles.headCell))]
  return [h(View, { wrap: false }, ...top, ...lines.slice(0, 2)), ...lines.slice(2)]
}

type Style = Styles[keyof Styles]

const cellStyle = (styles: Styles, index: number) =>
  index === 0 ? styles.firstColumn : index === 1 ? styles.amountColumn : styles.noteColumn

/** A row that stays on one page. */
const row = (style: Style, cells: ReactElement[]) => h(View, { style, wrap: false }, ...cells)

function pageFooter(footer: string, styles: Styles): ReactElement {
  const pageNumber = ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
    `${pageNumber} / ${totalPages}`
  return h(
    View,
    { style: styles.footer, fixed: true },
    h(Text, { style: styles.footerText }, footer),
    h(Text, { style: styles.pageNumber, render: pageNumber }),
  )
}

/** The mark: two squares turned into an eight-pointed star, one corner square in copper. */
function mark(): ReactElement {
  const [ink, ground, mine] = [COLOURS.ink[0], COLOURS.surface[0], COLOURS.mine[0]]
  const line = { stroke: ink, strokeWidth: 1.8, fill: 'none' }
  return h(
    Svg,
    { width: 24, height: 24, viewBox: '0 0 28 28' },
    h(Path, { d: 'M5.5 5.5h17v17h-17z', ...line }),
    h(Path, { d: 'M14 2 26 14 14 26 2 14z', ...line }),
    h(Path, { d: 'M7.2 7.2h13.6v13.6H7.2z', fill: ground }),
    h(Path, { d: 'M14 14h9.4v9.4H14z', fill: mine }),
  )
}
