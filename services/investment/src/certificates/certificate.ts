import type { PrintedDocument } from '@hissa/documents'
import { formatCount, LANGUAGES, type Language } from '@hissa/texts'
import type { Raise } from '../raises/raises.api.js'
import type { RegisterEntry } from '../register/entry.js'
import { type PublishedRegister, prefixed } from '../register/register.js'
import { dubaiDay } from '../rules/rules.api.js'
import { certificateTexts } from '../texts/certificates.js'

export interface CertificateSource {
  register: PublishedRegister
  entry: RegisterEntry & { index: number }
  raise: Raise
  name: string
  code: string
  /** Where anyone can check the certificate. */
  address: string
  company: string | undefined
  regulator: string
}

/** Returns the certificate of one entry of a register, in one language. */
export function certificateDocument(source: CertificateSource, language: Language): PrintedDocument {
  const { register, entry, raise, name, code, address, company, regulator } = source
  const t = certificateTexts(language)
  const whole = (count: number) => formatCount(count, LANGUAGES[language].tag)
  const facts: [string, string][] = [
    [t('certificate.holder'), name],
    [t('certificate.property'), (language === 'ar' && raise.titleAr) || raise.title],
    [
      t('certificate.shares'),
      t('certificate.sharesOf', { units: whole(entry.units), total: whole(raise.unitsIssued) }),
    ],
    [t('certificate.asOf'), dubaiDay(register.asOf)],
    [
      t('certificate.register'),
      t('certificate.place', { sequence: whole(register.sequence), entry: whole(entry.index + 1) }),
    ],
    [t('certificate.root'), prefixed(register.root)],
    ...(entry.account ? [[t('certificate.account'), entry.account] as [string, string]] : []),
    ...(raise.deed ? [[t('certificate.deed'), raise.deed.number] as [string, string]] : []),
    [t('certificate.code'), code],
    ...(company ? [[t('certificate.company'), company] as [string, string]] : []),
  ]
  return {
    title: t('certificate.title'),
    language,
    brand: t('certificate.brand'),
    blocks: [
      { kind: 'facts', rows: facts },
      { kind: 'paragraph', text: t('certificate.means') },
      { kind: 'qr', address, text: t('certificate.check') },
    ],
    footer: t('certificate.footer', { code, status: regulator }),
  }
}
