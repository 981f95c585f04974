import { COLOURS } from '@hissa/brand'
import { StyleSheet } from '@react-pdf/renderer'
import { FONT } from './fonts.js'

export type Styles = ReturnType<typeof stylesFor>

const [INK, INK_2, INK_3] = [COLOURS.ink[0], COLOURS['ink-2'][0], COLOURS['ink-3'][0]]
const [LINE, LINE_STRONG] = [COLOURS.line[0], COLOURS['line-strong'][0]]
const MARGIN = 48
const A4_HEIGHT = 841.89

/** Returns the styles of a document in points: colours, sizes and spacing of the product, in either direction. */
export function stylesFor(isRtl: boolean) {
  const start = isRtl ? ('right' as const) : ('left' as const)
  const end = isRtl ? ('left' as const) : ('right' as const)
  const direction = isRtl ? ('rtl' as const) : ('ltr' as const)
  const row = { flexDirection: isRtl ? ('row-reverse' as const) : ('row' as const) }
  const text = { direction, textAlign: start }
  const headings = { ...text, fontWeight: isRtl ? 500 : 300, letterSpacing: isRtl ? 0 : -0.4 }
  const line = { borderBottomWidth: 0.75, borderBottomColor: LINE, borderBottomStyle: 'solid' as const }
  const strongLine = { ...line, borderBottomColor: LINE_STRONG }
  const lead = (points: number) => (isRtl ? { paddingLeft: points } : { paddingRight: points })
  return StyleSheet.create({
    page: {
      ...{ paddingTop: MARGIN, paddingBottom: 72, paddingHorizontal: MARGIN },
      ...{ fontFamily: FONT, fontWeight: 300, fontSize: 10, lineHeight: isRtl ? 1.7 : 1.55, color: INK },
    },
    brand: { ...row, alignItems: 'center', gap: 8, marginBottom: 28 },
    brandName: { ...text, flex: 1, fontSize: 15, lineHeight: 1.2 },
    title: { ...headings, fontSize: 26, lineHeight: 1.25, marginBottom: 16 },
    heading: { ...headings, fontSize: 15, lineHeight: 1.35, marginTop: 20, marginBottom: 6 },
    paragraph: { ...text, marginVertical: 5 },
    note: {
      ...text,
      ...{ borderWidth: 0.75, borderColor: LINE_STRONG, borderStyle: 'solid', borderRadius: 6, color: INK_2 },
      ...{ paddingVertical: 8, paddingHorizontal: 12, marginBottom: 8 },
    },
    item: { ...row, marginVertical: 3 },
    bullet: { width: 14, ...text },
    itemText: { flex: 1, ...text },
    facts: { borderTopWidth: 0.75, borderTopColor: LINE, borderTopStyle: 'solid', marginTop: 14, marginBottom: 8 },
    fact: { ...row, ...line, paddingVertical: 7 },
    term: { ...text, ...lead(16), flex: 2, color: INK_2 },
    value: { ...text, flex: 3 },
    tableHead: { ...row, ...line, paddingVertical: 6 },
    tableRow: { ...row, ...line, paddingVertical: 7 },
    totalRow: { ...row, ...strongLine, paddingVertical: 7, fontWeight: 500 },
    headCell: { fontSize: 8.5, color: INK_2 },
    firstColumn: { ...text, ...lead(12), flex: 26 },
    amountColumn: { direction, textAlign: end, flex: 22, ...lead(20) },
    noteColumn: { ...text, ...lead(12), flex: 26, fontSize: 8.5, fontWeight: 300, color: INK_2 },
    qr: { ...row, alignItems: 'center', gap: 16, marginTop: 20 },
    qrWords: { flex: 1 },
    qrText: { ...text, marginBottom: 4 },
    qrAddress: { fontSize: 8, color: INK_2, direction: 'ltr', textAlign: start },
    footer: {
      ...row,
      ...{ position: 'absolute', top: A4_HEIGHT - 56, left: MARGIN, right: MARGIN, justifyContent: 'space-between' },
      ...{ borderTopWidth: 0.75, borderTopColor: LINE, borderTopStyle: 'solid', paddingTop: 8 },
      ...{ fontSize: 7, lineHeight: 1.4, color: INK_3 },
    },
    footerText: { flex: 1, ...text },
    pageNumber: { width: 60, textAlign: end },
  })
}
