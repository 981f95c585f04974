export { type Block, type PrintedDocument } from './blocks.js'
export { PdfRenderer, type PdfOptions } from './pdf-renderer.js'
export { qrPath } from './qr-path.js'
export { blocksToHtml } from './to-html.js'
