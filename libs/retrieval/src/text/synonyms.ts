import { analyse } from './analyse.js'

// Words that people use for each other when they ask about property, money, accounts and the law. General vocabulary of
// the field, one group a segment; a word can be in several groups.
const ENGLISH = `
fee charge cost price commission expense|buy purchase acquire invest|sell resale dispose exit|price value valuation worth
mortgage loan finance financing lender borrow ltv|visa residency residence permit|tax vat taxation levy duty
profit gain income return yield earnings|rent rental lease tenancy let|tenant lessee occupier|landlord lessor owner
document paper paperwork certificate proof letter|deed title ownership|own owner ownership possess
property home house apartment flat villa estate|escrow trust safeguard|money fund cash capital|amount sum total
transfer send remit repatriate wire move|abroad overseas foreign international outside|currency exchange forex fx
limit maximum cap ceiling most|minimum least lowest threshold smallest|requirement condition eligibility criteria
qualify eligible entitled|identity id passport|aml laundering compliance|check verify review inspect|delay late overdue wait
default breach miss|fail failure collapse bankrupt insolvent|cancel terminate revoke|refund reimburse repay
protect safe secure safeguard insure|developer builder|construction build building|complete ready finish handover
instalment installment plan schedule milestone|alternative option choice instead|company corporate business firm
individual person personal|family spouse wife husband child dependant|duration period long validity term
penalty fine|law rule regulation legal legislation|vary differ difference depend|password code pin|email mail letter
account profile|login signin access|dividend distribution payout|token blockchain chain crypto|share unit stake fraction
die death inherit heir deceased|start begin|change update edit modify amend|close delete terminate|lost stolen misplaced
send submit upload provide|need require must|allow permit possible|benefit advantage feature|bank lender|broker agent
deposit upfront down|withdraw cash out|receive get obtain|reject decline refuse|approve accept|country nationality citizen
photo picture image selfie|phone mobile number|card debit credit visa|support help contact|risk loss lose|vote voting
often frequency quarterly monthly|secondary market trade resale|fix repair maintenance|manager management operator`

const ARABIC = `
رسم تكلفه سعر عموله مصروف|شراء استثمار اقتناء|بيع تخارج تصرف|عقار منزل بيت شقه فيلا|رهن قرض تمويل|ضريبه رسم|ربح عائد دخل
ايجار تاجير|مستند وثيقه اوراق شهاده|سند صك ملكيه|مال نقود مبلغ نقد|تحويل ارسال|عمله صرف|حد سقف اقصي|ادني اقل
شرط متطلب|هويه جواز بطاقه|تحقق توثيق مراجعه|تاخير انتظار|الغاء تراجع فسخ|استرداد استرجاع|حمايه امان ضمان|شركه مؤسسه
مده فتره وقت|قانون قاعده نظام|كلمه رمز سر|بريد ايميل رساله|حساب ملف|رمز توكن بلوكتشين|حصه سهم وحده|توزيع عائد ارباح
وفاه ورثه ميراث|تغيير تعديل تحديث|دعم مساعده تواصل|خطر خساره|تصويت رأي|هاتف جوال رقم|رفض قبول|جنسيه بلد دوله|محفظه عنوان`

/** Returns the stems of the words that can stand for each stem. */
function synonymsOf(table: string): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, Set<string>>()
  for (const group of table.split(/[|\n]/)) {
    const stems = analyse(group).map(({ stem }) => stem)
    for (const stem of stems) {
      const others = synonyms.get(stem) ?? new Set()
      for (const other of stems) if (other !== stem) others.add(other)
      synonyms.set(stem, others)
    }
  }
  return new Map([...synonyms].map(([stem, others]) => [stem, [...others]]))
}

const synonyms = new Map([...synonymsOf(ENGLISH), ...synonymsOf(ARABIC)])

/** Returns the stems of words with which people mean nearly the same. */
export function synonymsOfStem(stem: string): readonly string[] {
  return synonyms.get(stem) ?? []
}
