import { escapeHtml } from '@hissa/brand'
import type { Block } from './blocks.js'
import { qrPath } from './qr-path.js'

/** Amounts and dates, which would be reordered between Arabic words. */
const FIGURE = /(−?)AED(\u00a0[\d,]+(?:\.\d+)?)|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?/g

/** Renders blocks as HTML without classes, scripts or styles. The same blocks render the same bytes. */
export const blocksToHtml = (blocks: readonly Block[]): string => blocks.map(blockToHtml).join('')

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return element('h2', escapeHtml(block.text))
    case 'paragraph':
      return element('p', escapeHtml(block.text))
    case 'note':
      return element('p', element('strong', escapeHtml(block.text)))
    case 'list':
      return element('ul', block.items.map((item) => element('li', valueOf(item))).join(''))
    case 'facts':
      return element(
        'dl',
        block.rows.map(([term, value]) => element('dt', escapeHtml(term)) + element('dd', valueOf(value))).join(''),
      )
    case 'qr':
      return qrToHtml(block)
    case 'table':
      return tableToHtml(block)
  }
}

function qrToHtml({ address, text, shown = address }: Extract<Block, { kind: 'qr' }>): string {
  const { path, size } = qrPath(address)
  const picture = `<svg role="img" aria-label="${escapeHtml(text)}" width="120" height="120" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`
  const link = `<a href="${escapeHtml(address)}">${escapeHtml(shown)}</a>`
  return `<figure>${picture}${element('figcaption', `${escapeHtml(text)} ${link}`)}</figure>`
}

function tableToHtml({ caption, head, rows }: Extract<Block, { kind: 'table' }>): string {
  const columns = head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')
  const lines = rows.map(([first = '', ...cells]) =>
    element(
      'tr',
      `<th scope="row">${escapeHtml(first)}</th>${cells.map((cell) => element('td', valueOf(cell))).join('')}`,
    ),
  )
  const parts = [
    element('caption', escapeHtml(caption)),
    element('thead', element('tr', columns)),
    element('tbody', lines.join('')),
  ]
  return element('table', parts.join(''))
}

const element = (name: string, content: string) => `<${name}>${content}</${name}>`

/** Escapes a value, and keeps the order within its amounts and dates. The currency is small. */
const valueOf = (text: string): string =>
  escapeHtml(text).replace(FIGURE, (figure, sign: string, number?: string) =>
    number ? `<bdi dir="ltr">${sign}<small>AED</small>${number}</bdi>` : `<bdi dir="ltr">${figure}</bdi>`,
  )
