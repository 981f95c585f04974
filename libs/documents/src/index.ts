export { type Block, type PrintedDocument } from './blocks.js'
export { PdfRenderer, type PdfOptions } from './pdf-renderer.js'
export { blocksToHtml } from './to-html.js'
