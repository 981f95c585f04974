import { normaliseText } from './normalise.js'

// Forms that no stemmer reduces: irregular verbs of English, and broken plurals and verb forms of Arabic. General words
// of money, property and accounts, each group in the order "base form, other forms".
const ENGLISH = `
buy bought|sell sold sale sales|pay paid|lose lost losing|send sent|spend spent|get got gotten|take took taken|give gave given
keep kept|hold held|leave left|choose chose chosen choice|withdraw withdrew withdrawn withdrawal withdrawals|begin began begun
make made|find found|tell told|know known knew|go went gone|see saw seen|write wrote written|build built|lend lent|rise rose risen
forget forgot forgotten|steal stole stolen|break broke broken|freeze froze frozen|understand understood|bring brought|say said
verify verification|cancel cancellation cancelled|refund refunded|identify identity|receive receipt|app application`

const ARABIC = `
رسم رسوم|حصه حصص|سهم اسهم|محفظه محافظ|عقد عقود|بنك بنوك|مال اموال|ربح ارباح|سعر اسعار|شرط شروط|حساب حسابات|سند سندات
وثيقه وثائق|مستند مستندات|شركه شركات|قاعده قواعد|قانون قوانين|مستاجر مستاجرين|طلب طلبات|مبلغ مبالغ|مشروع مشاريع|دفعه دفعات
عمله عملات|رمز رموز|حق حقوق|يوم ايام|ساعه ساعات|شهر اشهر شهور|سنه سنوات سنين|ضريبه ضرائب|قرض قروض|خطر مخاطر|فائده فوائد
استثمر استثمار يستثمر تستثمر نستثمر استثمرت|اشتري شراء يشتري تشتري نشتري اشتريت شري|باع بيع ابيع يبيع تبيع بعت
دفع ادفع يدفع تدفع دفعت|استرد استرداد استرجاع استرجع يسترد|سحب اسحب يسحب تسحب سحبت|الغي الغاء يلغي تلغي الغيت
حول تحويل احول يحول حولت|وزع توزيع توزيعات يوزع توزع|ملك املك يملك تملك امتلك امتلاك ملكيه|سجل تسجيل اسجل يسجل
وثق توثيق|حقق تحقق يتحقق|اجر ايجار ايجارات تاجير|صوت تصويت اصوت|رفع ارفع رفعت|استلم استلام يستلم|وصل يصل تصل وصلت وصول`

/** Returns each form with its base form. */
function formsOf(table: string): Map<string, string> {
  const groups = normaliseText(table)
    .split(/[|\n]/)
    .map((group) => group.trim().split(' '))
  return new Map(groups.flatMap(([base = '', ...forms]) => forms.map((form) => [form, base] as const)))
}

const forms = { en: formsOf(ENGLISH), ar: formsOf(ARABIC) }

/** Returns the base form of an irregular normalised word. */
export function baseForm(word: string, language: 'en' | 'ar'): string | undefined {
  return forms[language].get(word)
}
