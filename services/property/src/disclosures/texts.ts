import type { DisclosureKind } from '@hissa/contracts/property'

export interface DisclosureText {
  title: string
  body: string
  statement: string
}

export interface DisclosureDraft {
  documentId: string
  kind: DisclosureKind
  /** Raised with every change of a word: what was accepted keeps its version. */
  version: number
  required: boolean
  texts: { en: DisclosureText; ar: DisclosureText }
}

/** What an investor reads and accepts before paying: risk form, key facts, fees, cooling-off. */
export const DISCLOSURES: readonly DisclosureDraft[] = [
  {
    documentId: 'risk-warning',
    kind: 'risk_warning',
    version: 1,
    required: true,
    texts: {
      en: {
        title: 'Risk warning',
        body: [
          'Investing in a share of a property is risky. You can lose part or all of the money you put in.',
          'The value of the property can fall. The tenant can leave or stop paying, and repairs can use up the rent and the reserve, so a distribution can be smaller than the target or not come at all.',
          'You may not find anybody who buys your units when you want to sell them. Do not invest money that you may need before the end of the planned term.',
          'The target return is an estimate made on the date beside it. It is not a promise, and past results say nothing certain about future ones.',
          'If the platform stops working, the company that holds the property goes on; an administrator named in the agreement takes over the register. This can take time, during which nothing is paid.',
          'Nobody here gives you advice. If you are not sure, ask an adviser who is licensed to give it.',
        ].join('\n\n'),
        statement:
          'I have read the risk warning. I understand that I can lose all the money I invest and may not be able to sell when I want to.',
      },
      ar: {
        title: 'تحذير من المخاطر',
        body: [
          'الاستثمار في حصة من عقار ينطوي على مخاطر، وقد تخسر جزءًا من المال الذي تدفعه أو كله.',
          'قد تنخفض قيمة العقار، وقد يغادر المستأجر أو يتوقف عن الدفع، وقد تستهلك أعمال الصيانة الإيجار والاحتياطي، فيأتي التوزيع أقل من المستهدف أو لا يأتي.',
          'قد لا تجد من يشتري وحداتك عندما تريد بيعها. لا تستثمر مالًا قد تحتاج إليه قبل نهاية المدة المخططة.',
          'العائد المستهدف تقدير في التاريخ المذكور بجانبه. هو ليس وعدًا، والنتائج السابقة لا تضمن النتائج المقبلة.',
          'إذا توقفت المنصة عن العمل تستمر الشركة المالكة للعقار، ويتولى السجلَّ مديرٌ تسميه الاتفاقية. قد يستغرق ذلك وقتًا لا يُدفع خلاله شيء.',
          'لا يقدم لك أحد هنا مشورة. إن لم تكن متأكدًا فاسأل مستشارًا مرخصًا.',
        ].join('\n\n'),
        statement: 'قرأت تحذير المخاطر، وأفهم أنني قد أخسر كل المال الذي أستثمره وقد لا أتمكن من البيع حين أريد.',
      },
    },
  },
  {
    documentId: 'key-facts',
    kind: 'key_facts',
    version: 1,
    required: true,
    texts: {
      en: {
        title: 'How a share works',
        body: [
          'Each property is held by one company that holds nothing else. You buy whole units of that company at the unit price stated in the offering.',
          'Your money waits in an account for clients’ money. It is used only when the raise is complete. If the target is missed by the deadline, everything is returned to the card that paid, the fee included.',
          'Your units are issued when the raise has closed, the time to cancel is over and the title deed is on file. They earn income from then on.',
          'Rent less the costs listed in the offering is shared among all units equally on the record date. Every line of the costs is shown with its source.',
          'Each offering has a key-facts sheet with its own figures. Read it before you accept this page.',
        ].join('\n\n'),
        statement: 'I have read how a share works and the key-facts sheet of the offering.',
      },
      ar: {
        title: 'كيف تعمل الحصة',
        body: [
          'تملك كل عقار شركة واحدة لا تملك شيئًا غيره. تشتري وحدات كاملة من هذه الشركة بسعر الوحدة المذكور في الطرح.',
          'يبقى مالك في حساب لأموال العملاء ولا يُستخدم إلا بعد اكتمال المبلغ. وإذا لم يكتمل بحلول الموعد النهائي يعاد كل شيء إلى البطاقة التي دُفع بها، بما في ذلك الرسوم.',
          'تصدر وحداتك بعد إغلاق جمع المبلغ وانتهاء مهلة الإلغاء وإيداع سند الملكية، ومن ذلك الوقت تستحق الدخل.',
          'يوزَّع الإيجار بعد خصم التكاليف المذكورة في الطرح على جميع الوحدات بالتساوي في تاريخ الاستحقاق. ويظهر كل بند من التكاليف مع مصدره.',
          'لكل طرح ورقة حقائق رئيسية بأرقامه. اقرأها قبل أن توافق على هذه الصفحة.',
        ].join('\n\n'),
        statement: 'قرأت كيف تعمل الحصة وورقة الحقائق الرئيسية للطرح.',
      },
    },
  },
  {
    documentId: 'fees-and-conflicts',
    kind: 'fees_and_conflicts',
    version: 1,
    required: true,
    texts: {
      en: {
        title: 'Fees and conflicts of interest',
        body: [
          'You pay a platform fee on top of the amount you invest. Its rate stands in the offering and in the review before you pay. There is no other charge to you at this point.',
          'The costs of buying and running the property are paid by its company. They are listed line by line in the offering and lower the net rent.',
          'The platform earns its fee when a raise succeeds, so it has an interest in your investing. It does not advise you and does not recommend one offering over another.',
          'Where the sponsor keeps units of a property, or a person of the platform invests in it, the offering says so. They buy at the same price and on the same terms.',
        ].join('\n\n'),
        statement:
          'I have read what I pay, what the property’s company pays, and where interests may differ from mine.',
      },
      ar: {
        title: 'الرسوم وتضارب المصالح',
        body: [
          'تدفع رسومًا للمنصة تضاف إلى المبلغ الذي تستثمره. نسبتها مذكورة في الطرح وفي المراجعة قبل الدفع. ولا رسوم أخرى عليك في هذه المرحلة.',
          'تتحمل الشركة المالكة تكاليف شراء العقار وتشغيله. وهي مذكورة بندًا بندًا في الطرح وتخفض صافي الإيجار.',
          'تكسب المنصة رسومها عند نجاح جمع المبلغ، فلها مصلحة في استثمارك. وهي لا تقدم لك المشورة ولا توصي بطرح دون آخر.',
          'إذا احتفظت الجهة الراعية بوحدات من العقار أو استثمر فيه أحد العاملين في المنصة فإن الطرح يذكر ذلك، ويكون الشراء بالسعر نفسه وبالشروط نفسها.',
        ].join('\n\n'),
        statement: 'قرأت ما أدفعه وما تدفعه شركة العقار وأين قد تختلف المصالح عن مصلحتي.',
      },
    },
  },
  {
    documentId: 'cooling-off',
    kind: 'cooling_off',
    version: 1,
    required: true,
    texts: {
      en: {
        title: 'Your right to cancel',
        body: [
          'You may cancel without giving a reason and without a penalty until 48 hours after the later of two moments: your payment, and the closing of the raise.',
          'If you cancel in that time, the whole amount and the fee go back to the card that paid.',
          'After that time the investment stands, and you can leave it only by selling your units, if somebody buys them, or when the property is sold.',
        ].join('\n\n'),
        statement: 'I know until when I may cancel, and that I cannot do so afterwards.',
      },
      ar: {
        title: 'حقك في الإلغاء',
        body: [
          'يمكنك الإلغاء دون ذكر سبب ودون غرامة حتى 48 ساعة بعد الأحدث من وقتين: دفعتك، وإغلاق جمع المبلغ.',
          'إذا ألغيت خلال هذه المدة يعاد المبلغ كله مع الرسوم إلى البطاقة التي دُفع بها.',
          'بعد هذه المدة يصبح الاستثمار نهائيًا، ولا يمكنك الخروج منه إلا ببيع وحداتك إن وُجد مشترٍ، أو عند بيع العقار.',
        ].join('\n\n'),
        statement: 'أعرف إلى متى يمكنني الإلغاء، وأن ذلك غير ممكن بعدها.',
      },
    },
  },
]
