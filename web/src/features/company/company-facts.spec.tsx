import { describe, expect, it } from '@jest/globals'
import { render } from '@testing-library/react'
import { CONFIG } from '../../../test/config.js'
import { servicesOf } from '../../../test/render.js'
import { ServicesProvider } from '../../api/services.js'
import { LanguageProvider } from '../../i18n/i18n.js'
import type { AppLocale } from '../../lib/locale.js'
import { CompanyFacts } from './company-facts.js'

const SET = {
  companyLine: 'Hissa Platform Ltd, ADGM 12345',
  regulatorLine: 'Regulated by the FSRA',
  complaintsAnswerDays: 15,
  clientMoneyBank: 'Bank of the Coast',
}

describe('the facts of the company', () => {
  const shown = (config: object, locale: AppLocale) => {
    const services = { ...servicesOf(undefined, locale), config: { ...CONFIG, ...config } }
    const { container } = render(
      <ServicesProvider services={services}>
        <LanguageProvider language={services.language}>
          <CompanyFacts />
        </LanguageProvider>
      </ServicesProvider>,
    )
    return [...container.querySelectorAll('dd')].map((value) => value.textContent)
  }

  it('name company, regulator, complaints deadline and bank as configured', () =>
    expect(shown(SET, 'en')).toEqual([
      'Hissa Platform Ltd, ADGM 12345',
      'Regulated by the FSRA',
      'Write to contact@hissa.test. We answer in writing within 15 business days.',
      'Bank of the Coast',
    ]))

  it('say in Arabic within how many business days a complaint is answered', () =>
    expect(shown({ ...SET, complaintsAnswerDays: 10 }, 'ar')[2]).toBe(
      'اكتب إلى contact@hissa.test. نرد كتابةً خلال 10 أيام عمل.',
    ))

  it('say what is not set', () => {
    const [company, , complaints, bank] = shown({}, 'en')
    expect([company, complaints, bank]).toEqual([
      'Not stated',
      'Write to contact@hissa.test. We answer in writing, but haven’t set a deadline for it yet.',
      'Not stated',
    ])
  })
})
