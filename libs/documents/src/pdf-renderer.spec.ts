import { createMetrics, ManualTiming, timeLimits } from '@hissa/kernel'
import { workerFile } from '@hissa/kernel/workers'
import { charactersOf, readPdf, textOfPage } from '@hissa/testing-helpers/pdf'
import { afterEach, describe, expect, it } from '@jest/globals'
import { SAMPLES } from '../test/sample.js'
import { blocksToHtml, PdfRenderer, type PdfOptions, type PrintedDocument } from './index.js'

const LONG_MS = 3_600_000
const PATIENT = { queueTimeoutMs: LONG_MS, taskTimeoutMs: LONG_MS }
const TEST_WORKER = { file: workerFile(import.meta.url, '../test/test-worker') }

const opened: PdfRenderer[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.onModuleDestroy()
})
const open = (options: PdfOptions = {}) => {
  const metrics = createMetrics('documents', false)
  const pdfs = new PdfRenderer('test', metrics, timeLimits(), { ...PATIENT, ...options })
  opened.push(pdfs)
  return { pdfs, metrics }
}
const bytesOf = async (pdfs: PdfRenderer, document: PrintedDocument) => {
  const result = await pdfs.render('anna', document)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}
const titled = (title: string): PrintedDocument => ({ ...SAMPLES[0]!, title, blocks: [] })

describe('a PDF', () => {
  it.each(SAMPLES)(
    'has the text of the page in $language, and title, version and number on each page',
    async (sample) => {
      const [page, ...further] = await readPdf(await bytesOf(open().pdfs, sample))
      expect(further).toEqual([])
      const bullets = '•'.repeat(2)
      const { brand, title, footer, blocks } = sample
      expect(charactersOf(page!)).toBe(
        charactersOf(`${brand}${title}${textOfPage(blocksToHtml(blocks))}${bullets}${footer}1/1`),
      )
    },
  )

  it.each(SAMPLES)('keeps the order within figures and Latin words in $language', async (sample) => {
    const [page] = await readPdf(await bytesOf(open().pdfs, sample))
    const written = page!.replace(/\s/g, ' ')
    for (const figure of ['−AED 17,563.20', '2026-12-31 20:00', '12345-AB', '5.66%', 'AED 150,000', sample.footer])
      expect(written).toContain(figure)
  })

  it('is the same file for the same document', async () => {
    const [first, second] = [await bytesOf(open().pdfs, SAMPLES[1]!), await bytesOf(open().pdfs, SAMPLES[1]!)]
    expect(first.equals(second)).toBe(true)
  })

  it('shows a short address below a code whose address is long', async () => {
    const [address, shown] = ['https://hissa.test/keys#all-that-the-code-contains', 'https://hissa.test/keys']
    const blocks = [{ kind: 'qr' as const, address, text: 'Scan', shown }]
    const [page] = await readPdf(await bytesOf(open().pdfs, { ...titled('Code'), blocks }))
    expect(page).toContain(shown)
    expect(page).not.toContain('#')
    expect(blocksToHtml(blocks)).toContain(`<a href="${address}">${shown}</a>`)
  })

  it('numbers its pages, and repeats the footer on each', async () => {
    const paragraph = { kind: 'paragraph' as const, text: 'A paragraph of a long document. '.repeat(40) }
    const document = { ...SAMPLES[0]!, blocks: Array.from({ length: 12 }, () => paragraph) }
    const pages = await readPdf(await bytesOf(open().pdfs, document))
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`${index + 1} / ${pages.length}`)
      expect(page).toContain(document.footer)
    }
  })
})

describe('a heading', () => {
  it('stays on a page with what follows it', async () => {
    const { pdfs } = open()
    const line = { kind: 'paragraph' as const, text: 'A line.' }
    const end = [
      { kind: 'heading' as const, text: 'Risks' },
      { kind: 'paragraph' as const, text: 'Prices can fall. '.repeat(30) },
    ]
    for (let lines = 20; lines < 60; lines += 1) {
      const blocks = [...Array.from({ length: lines }, () => line), ...end]
      const pages = await readPdf(await bytesOf(pdfs, { ...SAMPLES[0]!, blocks }))
      const page = pages.find((text) => text.includes('Risks'))
      expect(page).toContain('Prices can fall.')
    }
  })
})

describe('PdfRenderer', () => {
  it('renders a document of the greatest length within its memory', async () => {
    const text = 'قد تنخفض القيمة وقد يتوقف الإيجار. '.repeat(28)
    const blocks = Array.from({ length: 98 }, () => ({ kind: 'paragraph' as const, text }))
    expect((await bytesOf(open().pdfs, { ...SAMPLES[1]!, blocks })).length).toBeLessThan(700_000)
  })

  it('renders a document once, for readers at the same time and later', async () => {
    const { pdfs } = open(TEST_WORKER)
    const [one, other] = await Promise.all([bytesOf(pdfs, titled('a')), bytesOf(pdfs, titled('a'))])
    expect([one.toString(), other.toString()]).toEqual(['a 1', 'a 1'])
    expect((await bytesOf(pdfs, titled('b'))).toString()).toBe('b 2')
    expect((await bytesOf(pdfs, titled('a'))).toString()).toBe('a 1')
  })

  it('is unavailable for a document that takes too long, and renders the next', async () => {
    const timing = new ManualTiming()
    const { pdfs } = open({ ...TEST_WORKER, taskTimeoutMs: 3_000, timing })
    const refused = expect(bytesOf(pdfs, titled('hang'))).rejects.toThrow('SERVICE_UNAVAILABLE')
    await new Promise((resolve) => setImmediate(resolve))
    await timing.pass(3_000)
    await refused
    expect((await bytesOf(pdfs, titled('next'))).toString()).toBe('next 1')
  })

  it('replaces a thread that exceeds its memory', async () => {
    const { pdfs } = open({ ...TEST_WORKER, heapLimitMb: 24 })
    await expect(bytesOf(pdfs, titled('grow'))).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
    expect((await bytesOf(pdfs, titled('next'))).toString()).toBe('next 1')
  })

  it('refuses a document that is too long, before it reaches a thread', async () => {
    const { pdfs, metrics } = open(TEST_WORKER)
    const long = { kind: 'paragraph' as const, text: 'x'.repeat(100_001) }
    const many = { kind: 'list' as const, items: Array.from({ length: 2_001 }, () => 'x') }
    for (const block of [long, many])
      await expect(bytesOf(pdfs, { ...titled('hang'), blocks: [block] })).rejects.toMatchObject({
        name: 'DocumentTooLongError',
      })
    expect(await metrics.metrics()).toMatch(/test_pdfs_waiting\{.*\} 0/)
  })
})
