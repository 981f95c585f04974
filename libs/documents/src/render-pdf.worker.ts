import { renderToBuffer } from '@react-pdf/renderer'
import type { PrintedDocument } from './blocks.js'
import { registerFonts } from './pdf/fonts.js'
import { layout } from './pdf/layout.js'

registerFonts()

/** Renders a document as a PDF. The same document renders the same bytes. Runs on a worker thread; see `PdfRenderer`. */
export default async function renderPdf(document: PrintedDocument): Promise<Uint8Array> {
  return renderToBuffer(layout(document))
}
