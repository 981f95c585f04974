/** Requests for advice or a prediction, in the spelling of `plain`. */
export const ADVICE: readonly RegExp[] = [
  /\bshould i\b.*\b(buy|invest|sell|put|choose|pick|wait|cancel|hold|keep)\b/,
  /\b(which|what)\b.*\b(best|better|safest|most profitable|good)\b.*\b(propert\w*|investment|offering|one|share\w*|deal|option)\b/,
  /\bwhich\b.*\b(propert\w*|offering|one|share\w*)\b.*\b(should|best|better|buy|choose|pick|recommend)\b/,
  /\bbest (propert\w*|investment|offering|deal)\b/,
  /\b(recommend|advise|advice|suggest)\b/,
  /\bis (it|this|that|now|the \w+)( \w+)? (a )?(good|bad|safe|smart|wise|right)\b.*\b(invest\w*|buy|time|idea|deal|propert\w*|choice)\b/,
  /\b(good|bad|safe|smart|wise) (investment|idea|deal|time to (buy|invest|sell))\b/,
  /\bworth (it|investing|buying|the (money|risk|price))\b/,
  /\bwould you (buy|invest|sell|choose|pick)\b/,
  /\b(will|going to)\b.*\b(price|prices|value|values|rent|rents|market|yield|yields)\b.*\b(rise|go up|increase|fall|drop|grow|double)\b/,
  /\b(will|can|how much will) i (make|earn|profit|get rich)\b/,
  /هل (تنصح|تنصحني|تنصحون|تنصحونني|توصي|توصون|ترشح)/,
  /(انصحني|انصحوني|رشح لي|نصيحتك|نصيحتكم|ما رايك|ما رايكم|توصيتك)/,
  /هل (علي ان |يجب ان |من الافضل ان |ينبغي ان )?(استثمر|اشتري|ابيع|انتظر|احتفظ)( |$)/,
  /(ما|اي|ماهو|ما هو|ما هي) .*(افضل|احسن|الافضل|الاحسن|اضمن|اربح)/,
  /(افضل|احسن|اضمن) (عقار|استثمار|طرح|خيار|حصه|وقت)/,
  /هل (هذا|هذه|هو|هي|الان)?.*(استثمار|وقت|فكره|صفقه|عقار) (جيد|جيده|امن|امنه|مناسب|مناسبه|مربح|مربحه)/,
  /هل (يستحق|تستحق)/,
  /هل (سترتفع|سيرتفع|ستنخفض|سينخفض|سيزيد|ستزيد)/,
  /(كم ساربح|كم سوف اربح|هل ساربح)/,
]

/** Questions about how something works, which articles answer even if they mention the person's own account. */
export const GENERAL: readonly RegExp[] = [
  /^(how (do|can|does|should|would|to|is|are|will)|why|what (is|are|does|happens|if|documents|do i need)|can (i|you|we)|could i|who|where (do|can)|explain|is there|are there|do i (need|have to|get)|does)\b/,
  /^(كيف|لماذا|ما معني|ماذا (يحدث|لو|يحصل|اذا)|هل يمكن|هل استطيع|من يمكنه|اشرح|ما المقصود|ما شروط)/,
]

export const INTENTS = [
  'distribution',
  'statements',
  'cooling_off',
  'unpaid',
  'refunds',
  'fees',
  'payments',
  'orders',
  'kyc',
  'annual_limit',
  'holdings',
  'invested',
] as const
/** What a question about the person's own account is about. */
export type Intent = (typeof INTENTS)[number]

/** Questions about the person's own account, in the order in which they are tried. */
export const ACCOUNT: Record<Intent, readonly RegExp[]> = {
  distribution: [
    /\b(my|the) (next|last|first|upcoming)( \w+)? (distribution|payout|dividend|rent|income)\b/,
    /\bmy( \w+)? (distributions?|payouts?|dividends?|rent|rental income|income)\b/,
    /\b(when|how much)\b.*\b(i|me)\b.*\b(distributions?|payouts?|dividends?|rent|rental income|income)\b/,
    /(توزيعاتي|توزيعي|ارباحي|نصيبي من (الايجار|التوزيع|التوزيعات))/,
    /(متي|كم|موعد).*(توزيع|التوزيع|توزيعات|التوزيعات|ايجار|الايجار|ايجاري).*(القادم|القادمه|التالي|التاليه|الجاي|لي|حسابي)/,
    /(متي|كم).*(استلم|ساستلم|احصل|ساحصل|يصلني|سيصلني|يوصلني|توصلني).*(توزيع|توزيعات|ايجار|الايجار|ارباح)/,
  ],
  statements: [
    /\bmy( \w+)? (statements?|receipts?|invoices?|records?|transactions?( history)?)\b/,
    /\b(statements?|receipts?|invoices?)\b.*\b(my|i|me)\b|\b(i|me)\b.*\b(statements?|receipts?|invoices?)\b/,
    /(كشف (حساب|حسابي|الحساب)|كشوفات|كشوف حسابي|ايصالاتي|ايصالي|ايصال (دفع|دفعتي|الدفع)|فواتيري|فاتورتي|سجل معاملاتي|معاملاتي)/,
  ],
  cooling_off: [
    /\b(until when|what is the last day)\b.*\bcan i (still )?cancel\b/,
    /\bcan i still cancel\b/,
    /\bmy cooling[ -]off( period)?\b|\bcooling[ -]off\b.*\bmy( \w+)? (order|purchase|investment)\b/,
    /\b(last|final) (date|day|time)\b.*\b(cancel|withdraw\w*|back out)\b/,
    /(حتي متي|الي متي|متي) (يمكنني|استطيع|اقدر).*(الغاء|الالغاء|الغي)/,
    /(هل ما زال|هل لا يزال|هل مازال).*(الغاء|الالغاء)/,
    /فتره (التراجع|تراجعي).*(طلبي|لي|عندي|الخاصه بي)|متي تنتهي فتره التراجع/,
    /مهله (الالغاء|التراجع).*(طلبي|لي)/,
  ],
  unpaid: [
    /\b(my|the) reservation\b.*\b(expire\w*|end\w*|open|status)\b|\bwhen does my reservation\b|\bmy reservations?\b/,
    /\b(do i have|any|my) (unpaid|open|outstanding) (order\w*|reservation\w*|payment\w*)\b|\bdo i (still )?(owe|have to pay)\b/,
    /(متي ينتهي|متي تنتهي).*(حجزي|الحجز)|حجزي|حجوزاتي/,
    /(طلب|طلبات|حجز).*(غير مدفوع|غير مدفوعه|لم ادفع)/,
  ],
  refunds: [
    /\b(where is|where's|when|status of|has|have|did|is|show)\b.*\bmy (refund\w*|money back)\b|^my refunds?$/,
    /\b(did|have|has) i? ?(get|got|received?|been refunded)\b.*\b(refund\w*|money back)\b|\bhave i been refunded\b/,
    /(اين|متي|هل|حاله|ما).*(استردادي|استرداد (مالي|اموالي|مبلغي|دفعتي)|المبلغ المسترد)/,
  ],
  fees: [
    /\bfees?\b.*\b(i (have )?paid|did i pay|have i paid)\b|\b(have i|did i)( \w+)? (pay|paid)\b.*\bfees?\b/,
    /(كم|ما).*(الرسوم|رسوم).*(دفعت|دفعتها)|كم دفعت.*(رسوم|الرسوم)/,
  ],
  payments: [
    /\b(my|show|list)( \w+)? (payments?|charges?)\b|\b(when|what|how much) did i (last )?pay\b|\bhas my payment\b|\bdid my payment\b/,
    /(دفعاتي|مدفوعاتي|دفعتي|اخر دفعه)|كم دفعت|متي دفعت/,
  ],
  orders: [
    /\b(status|state) of (my|the)( \w+)? orders?\b|\bmy( \w+)? orders?\b|\bwhere is my order\b|\bmy order status\b/,
    /(طلبي|طلباتي|حاله الطلب|حاله طلبي|اخر طلب)/,
  ],
  kyc: [
    /\bam i (already )?verified\b|\b(status|state) of my( identity)? (verification|kyc|application|case)\b|\bmy (identity )?(verification|kyc)( status)?\b|\bis my (identity|account|kyc|verification)\b.*\b(verified|approved|complete|done)\b|\b(has|have) my (identity|documents?|passport|id)\b/,
    /(هل تم|هل|حاله|متي|اين).*(التحقق من هويتي|هويتي|توثيق حسابي|طلب التحقق|ملفي)|حاله التحقق/,
  ],
  annual_limit: [
    /\bmy( \w+)? (annual|yearly|investment) (limit|cap|allowance)\b|\bmy (annual|yearly) limit\b|\b(annual|yearly) limit\b.*\b(left|used|i have|mine)\b|\bhow much (more )?can i (still )?invest (this year|more)\b|\bhow much of my (annual |yearly )?limit\b/,
    /(حدي السنوي|الحد السنوي).*|كم (يمكنني|استطيع|بقي لي|تبقي لي).*(استثمر|استثمار).*(السنه|العام)/,
  ],
  holdings: [
    /\b(what|which)( \w+)? do i (own|hold|have)\b|\bmy (holdings?|shares?|properties|portfolio|tokens?)\b|\bhow many (shares?|properties|tokens?|units?) do i (own|hold|have)\b|\bdo i (own|hold) (any )?(shares?|properties)\b/,
    /(حصصي|ملكيتي|ملكياتي|محفظتي العقاريه|عقاراتي)|كم (حصه|حصص|عقار|عقارا) (املك|لدي|عندي|امتلك)|(ماذا|ما الذي) (املك|امتلك)|ما (املك|امتلك)/,
  ],
  invested: [
    /\bhow much( money)? (have|did|do) i (have )?(invest\w*|put)\b|\bmy (total )?(investments?|invested)\b|\bi(('ve| have))? invested\b|\btotal (i )?invested\b|\bmy balance\b/,
    /كم (استثمرت|مجموع استثماراتي|قيمه استثماراتي|رصيدي(?! النقدي))|(استثماراتي|مجموع ما استثمرت|رصيدي(?! النقدي)|اجمالي استثمار)/,
  ],
}

/** What a question about the property in view is about, in the order in which they are tried. */
export const PROPERTY: Record<PropertyFact, readonly RegExp[]> = {
  minimum: [/\b(minimum|least|smallest)\b/, /(الحد الادني|اقل مبلغ|اقل استثمار)/],
  fee: [/\b(fee|fees)\b/, /(رسوم|الرسوم)/],
  deadline: [/\b(deadline|close[sd]?|end[s]?|until when)\b/, /(الموعد النهائي|متي (يغلق|ينتهي)|اخر موعد)/],
  yield: [/\b(yield|return|roi)\b/, /(العائد|عائد)/],
  available: [/\b(left|available|remaining|funded)\b/, /(متبقيه?|متاحه?|المتبقي|المتاح|بقي|كم حصه)/],
  price: [/\b(price|cost|costs)\b/, /(سعر|ثمن|تكلفه)/],
}
export type PropertyFact = 'minimum' | 'fee' | 'deadline' | 'yield' | 'available' | 'price'

/** Words that point at the property in view. */
export const THIS_PROPERTY =
  /\b(this|here|it|its)\b|\bthe (property|offering|share price|price per share|deadline|minimum|fee|target)\b|(هذا|هذه|العقار|الطرح|هنا)/
