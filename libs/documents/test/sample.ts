import type { PrintedDocument } from '../src/blocks.js'

/** Documents with every kind of block, with figures, dates and Latin words between Arabic ones. */
export const SAMPLES: readonly PrintedDocument[] = [
  {
    title: 'Key facts',
    language: 'en',
    brand: 'Hissa',
    footer: `v3 · SHA-256 ${'0a1b2c3d'.repeat(8)}`,
    blocks: [
      { kind: 'note', text: 'Sample data: this property, its figures and its company are made up.' },
      { kind: 'heading', text: 'Marina Heights Two-Bedroom' },
      { kind: 'paragraph', text: 'You may cancel without giving a reason and get a full refund.' },
      { kind: 'qr', address: 'https://hissa.test/certificate/42/3/c0ffee', text: 'Scan to check, or open' },
      { kind: 'list', items: ['Shares are registered after closing.', 'The fee is AED\u00a0100.00.'] },
      {
        kind: 'facts',
        rows: [
          ['Share price', 'AED\u00a0100.00'],
          ['Registration number', '12345-AB'],
          ['Deadline of the offering, which may be extended, Dubai time', '2026-12-31 20:00'],
        ],
      },
      {
        kind: 'table',
        caption: 'Estimated rent of one year, in AED',
        head: ['Line', 'Amount', 'Basis', 'Source'],
        rows: [
          ['Gross rent', 'AED\u00a0150,000', '5.66% of the price (2026)', 'Sample data'],
          ['Vacancy', '−AED\u00a017,563.20', '5% of the gross rent', 'Assumption'],
          ['Net rent', 'AED\u00a0132,436.80', 'Rent after costs', 'Computed'],
        ],
      },
    ],
  },
  {
    title: 'الحقائق الرئيسية',
    language: 'ar',
    brand: 'حصة',
    footer: `v3 · SHA-256 ${'0a1b2c3d'.repeat(8)}`,
    blocks: [
      { kind: 'note', text: 'بيانات تجريبية: هذا العقار وأرقامه وشركته غير حقيقية.' },
      { kind: 'heading', text: 'شقة بغرفتي نوم في مارينا' },
      {
        kind: 'paragraph',
        text: 'الشركة Marina 12 SPV Limited مسجّلة في ADGM برقم 12345-AB منذ 2026-05-01 وتملك العقار.',
      },
      {
        kind: 'paragraph',
        text: 'سداد ثمن عدد من الحصص لا يقل عن 5,000 (75%) بحلول الموعد النهائي. وإلا استرد الجميع المبلغ كاملاً.',
      },
      { kind: 'list', items: ['تُسجّل الحصص بعد الإغلاق.', 'الرسوم AED\u00a0100.00 لا غير.'] },
      {
        kind: 'facts',
        rows: [
          ['سعر الحصة', 'AED\u00a0100.00'],
          ['رقم التسجيل', '12345-AB'],
          ['الموعد النهائي للطرح، بتوقيت دبي', '2026-12-31 20:00'],
        ],
      },
      {
        kind: 'table',
        caption: 'الإيجار المقدّر لسنة واحدة، بالدرهم',
        head: ['البند', 'المبلغ', 'الأساس', 'المصدر'],
        rows: [
          ['الإيجار الإجمالي', 'AED\u00a0150,000', '5.66% من السعر (2026)', 'بيانات تجريبية'],
          ['الشغور', '−AED\u00a017,563.20', '5% من الإيجار الإجمالي', 'افتراض'],
          ['صافي الإيجار', 'AED\u00a0132,436.80', 'الإيجار بعد التكاليف', 'محسوب'],
        ],
      },
    ],
  },
]
