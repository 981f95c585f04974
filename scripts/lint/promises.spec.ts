import { describe, expect, it } from '@jest/globals'
import { LANGUAGE_CODES, type Language } from '../../libs/texts/src/languages.js'
import { readPromises } from '../../libs/texts/src/promises/promises.js'
import { inTree, matches, read, readJson } from './tree.js'

/** What a promise states, as a pattern per language, and the texts that may state it in other words. */
interface Fact {
  readonly states: Readonly<Record<Language, RegExp>>
  readonly except: readonly string[]
}

const FACTS: Readonly<Record<string, Fact>> = {
  'who holds the money': {
    states: { en: /client money\b/i, ar: /أموال العملاء/, fr: /fonds des clients/i, es: /fondos de clientes/i },
    // About money that is already held, the desk of finance, and the name of the bank's row.
    except: [
      'email.order.startedAgain.intro',
      'email.order.held.next',
      'finance.explain.cover',
      'finance.tab.money',
      'finance.money.bank',
      'company.legal.bank',
      'payouts.statementHint',
      'payouts.refused.notConfigured',
    ],
  },
  'when shares are registered': {
    states: {
      en: /offering has closed.* title deed/,
      ar: /إغلاق الطرح وانتهاء فترة التراجع/,
      fr: /offre clôturée.* titre de propriété/,
      es: /oferta se haya cerrado.* título de propiedad/,
    },
    // When the money is used.
    except: ['disclosure.key-facts.2'],
  },
  'how long an investor can cancel': {
    states: {
      en: /\b48[ -]hour|whichever/,
      ar: /48 ساعة|أيهما/,
      fr: /48 heures|plus tardive/,
      es: /48 horas|ocurra más tarde/,
    },
    // Options of a question, a step of a timeline, and the length of a new period.
    except: [
      ...['question.cancel.b', 'question.exit.b', 'invest.pay.step.coolingOff.text'],
      'email.order.reopened.next',
      'email.order.reopened.nextCash',
    ],
  },
  'what happens below the minimum': {
    states: {
      en: /(reach its minimum|too few shares|fewer are paid).*refund/i,
      ar: /(حده الأدنى|عدد كافٍ|العدد الكافي).*(نعيد|تسترد|استرد)/,
      fr: /(atteint pas (son|le) minimum|trop peu de parts|moins de parts).*rembours/i,
      es: /(no alcanza (su|el) mínimo|pagado suficientes|menos participaciones).*reembols/i,
    },
    // The number of shares that one offering needs.
    except: ['document.closesPart'],
  },
  'how long a refund takes': {
    states: {
      en: /\d business days|few days/,
      ar: /\d+ أيام عمل|بضعة أيام/,
      fr: /\d\sjours ouvrés|quelques jours/,
      es: /\d\sdías hábiles|(unos|pocos) días/,
    },
    except: [],
  },
  'that an email follows a refund': {
    states: {
      en: /email you (when|once) (the|your) refund/i,
      ar: /(اكتمال|إتمام) الاسترداد/,
      fr: /e-mail (une fois|lorsque|quand|dès que) (le|votre) remboursement/i,
      es: /correo (cuando|una vez que) (el|su) reembolso/i,
    },
    except: [],
  },
}

/** Texts that announce an email, with the subject of the email. */
const EMAILS: Readonly<Record<string, string>> = {
  'promise.refundEmail': 'email.order.completed.subject',
  'promise.extension': 'email.order.extended.subject',
  'invest.pay.openText': 'email.paid.subject',
  'invest.pay.step.paid.text': 'email.paid.subject',
  'kyc.action.wait': 'kyc.email.subject',
  'wallet.move.requested': 'email.relocation.own_wallet.subject',
  'email.withdrawal.sent.next': 'email.withdrawal.paid.subject',
}

/** Articles of the assistant that state a promise. */
const ARTICLES: Readonly<Record<string, string>> = {
  'client-money': 'promise.custody',
  'cooling-off': 'promise.coolingOff',
  'raise-fails': 'promise.minimum',
  refunds: 'promise.refundTime',
  'registration-of-shares': 'promise.registration',
}

/** Returns every text of a language as written, by id, without the promises. */
const textsIn = (language: Language): [id: string, text: string][] =>
  ['{libs,services}/*/src/**', 'web/src/i18n']
    .flatMap((folder) => inTree(`${folder}/${language}/*.json`))
    .filter((file) => !file.endsWith('/promises.json'))
    .flatMap((file) => Object.entries(readJson<Record<string, string>>(file)))

describe('promises', () => {
  it.each(LANGUAGE_CODES)('are the only texts that state their facts, in %s', (language) => {
    const texts = textsIn(language)
    expect(texts.length).toBeGreaterThan(1_000)
    const repeated = texts.flatMap(([id, text]) =>
      Object.entries(FACTS)
        .filter(([, { states, except }]) => states[language].test(text) && !except.includes(id))
        .map(([fact]) => `${id} states ${fact}`),
    )
    expect(repeated).toEqual([])
  })

  it('are found by the patterns of the facts', () => {
    for (const language of LANGUAGE_CODES) {
      const sentences = Object.values(readPromises(language))
      const unfound = Object.entries(FACTS).filter(
        ([, { states }]) => !sentences.some((each) => states[language].test(each)),
      )
      expect(unfound.map(([fact]) => fact)).toEqual([])
    }
  })

  it('state the same numbers in every language, and the cooling-off period of the code', () => {
    // A language may have to repeat a number.
    const numbersOf = (language: Language) =>
      Object.entries(readPromises(language)).map(([id, text]) => [id, [...new Set(matches(text, /(\d+)/g))]])
    for (const language of LANGUAGE_CODES) expect(numbersOf(language)).toEqual(numbersOf('en'))
    const [hours] = matches(read('services/investment/src/raises/raise.ts'), /COOLING_OFF_HOURS = (\d+)/g)
    for (const id of ['promise.cancel', 'promise.coolingOff'])
      expect(Object.fromEntries(numbersOf('en'))).toHaveProperty([id], [hours])
  })

  it('are used by screens, emails, disclosures and terms alike', () => {
    const files = (id: string) =>
      inTree('{libs,services,web}/**/en/*.json').filter((file) => read(file).includes(`{${id}}`))
    const shared = ['disclosures.json', 'legal.json', 'invest.json']
    for (const id of ['promise.custody', 'promise.minimum'])
      expect(files(id).map((file) => file.split('/').at(-1))).toEqual(expect.arrayContaining(shared))
    expect(files('promise.minimum')).toContain('services/notification/src/texts/en/emails.json')
  })

  it.each(['en', 'ar'] as const)('are stated by the assistant’s articles too, in %s', (language) => {
    for (const [article, id] of Object.entries(ARTICLES))
      expect(read(`services/chat/knowledge/${language}/${article}.md`)).toContain(readPromises(language)[id])
  })
})

describe('dates that staff can move', () => {
  it.each([
    ['en', /clos\w* by \{time\}/, /unless we extend/],
    ['ar', /يُغلق [^.]*\{time\}/, /ما لم نمدّد/],
  ] as const)('are never final, in %s', (language, states, unless) => {
    const texts = textsIn(language).filter(([, text]) => states.test(text))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter(([, text]) => !unless.test(text)).map(([id]) => id)).toEqual([])
  })
})

describe('emails that a text announces', () => {
  it('have a template', () => {
    const all = [...textsIn('en'), ...Object.entries(readPromises('en'))]
    const announcing = all.filter(([, text]) => /\b(will|’ll|then) email you\b|and emails? you\b/.test(text))
    expect(announcing.map(([id]) => id).sort()).toEqual(Object.keys(EMAILS).sort())
    const ids = new Set(all.map(([id]) => id))
    expect(Object.values(EMAILS).filter((subject) => !ids.has(subject))).toEqual([])
  })
})
