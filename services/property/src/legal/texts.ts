import type { LegalTextKind } from '@hissa/contracts/property'

export interface LegalSection {
  title: string
  paragraphs: readonly string[]
}

export interface LegalDraft {
  documentId: string
  kind: LegalTextKind
  /** Increased with every change of the wording; earlier versions are kept. */
  version: number
  effectiveFrom: string
  texts: Record<'en' | 'ar', { title: string; sections: readonly LegalSection[] }>
}

const EFFECTIVE_FROM = '2026-11-22'

/** Texts that apply to everyone who uses the platform. They describe the product as it is and promise nothing unbuilt. */
export const LEGAL_TEXTS: readonly LegalDraft[] = [
  {
    documentId: 'terms',
    kind: 'terms',
    version: 1,
    effectiveFrom: EFFECTIVE_FROM,
    texts: {
      en: {
        title: 'Terms of use',
        sections: [
          {
            title: 'What Hissa does',
            paragraphs: [
              'Hissa lists property offerings, takes orders for shares in the companies that hold those properties, and keeps the register of who owns which shares.',
              'Hissa does not give investment, legal or tax advice. Each offering states its own terms, and those terms apply to your order.',
            ],
          },
          {
            title: 'Your account',
            paragraphs: [
              'You must be at least 18 and act for yourself. One person has one account.',
              'Keep your password to yourself. You are responsible for what is done with your account until you tell us that someone else has access to it.',
              'Before your first order we verify your identity. We may ask for more information, decline an application, or suspend an account when the law or the safety of other investors requires it.',
            ],
          },
          {
            title: 'Orders and payment',
            paragraphs: [
              'An order reserves whole shares until the time shown at checkout. If it is not paid by then, the shares become available again and you pay nothing.',
              'The amount, the platform fee and the total are shown before you pay. Card payments are taken by Stripe on its own page.',
              'Your money is held as client money until the offering closes. If the target is missed by the deadline, the amount and the fee are refunded to the card that paid.',
            ],
          },
          {
            title: 'Cooling-off period',
            paragraphs: [
              'You may cancel without a reason and without a penalty until 48 hours after the later of your payment and the closing of the offering. The amount and the fee are refunded to the card that paid.',
            ],
          },
          {
            title: 'What you own',
            paragraphs: [
              'You own shares in the company that holds the property. You do not own the property itself and cannot use it.',
              'You can lose part or all of what you invest. Income can stop, and there may be no buyer when you want to sell. A target is not a promise.',
            ],
          },
          {
            title: 'Changes to these terms',
            paragraphs: [
              'Each version of these terms has a number and a date. A new version does not change an order that has already been placed.',
            ],
          },
        ],
      },
      ar: {
        title: 'شروط الاستخدام',
        sections: [
          {
            title: 'ما الذي تقدمه حصة',
            paragraphs: [
              'تعرض حصة الطروحات العقارية، وتستقبل طلبات شراء حصص في الشركات القابضة لهذه العقارات، وتحتفظ بسجل مالكي الحصص.',
              'لا تقدم حصة مشورة استثمارية أو قانونية أو ضريبية. لكل طرح شروطه، وتسري تلك الشروط على طلبك.',
            ],
          },
          {
            title: 'حسابك',
            paragraphs: [
              'يجب ألا يقل عمرك عن 18 عامًا وأن تتصرف لحسابك. لكل شخص حساب واحد.',
              'احتفظ بكلمة المرور لنفسك. أنت مسؤول عما يجري عبر حسابك إلى أن تبلغنا بأن غيرك يستطيع الدخول إليه.',
              'نتحقق من هويتك قبل أول طلب. وقد نطلب معلومات إضافية أو نرفض الطلب أو نوقف الحساب حين يقتضي ذلك القانون أو سلامة المستثمرين الآخرين.',
            ],
          },
          {
            title: 'الطلبات والدفع',
            paragraphs: [
              'يحجز الطلب حصصًا كاملة حتى الوقت المبيّن عند الدفع. وإذا لم يُدفع في موعده تصبح الحصص متاحة من جديد ولا تدفع شيئًا.',
              'يظهر المبلغ ورسوم المنصة والمجموع قبل أن تدفع. وتتولى شركة Stripe تحصيل مدفوعات البطاقات على صفحتها.',
              'يُحفظ مالك ضمن أموال العملاء إلى أن يُغلق الطرح. وإذا لم يكتمل الطرح بحلول الموعد النهائي يُسترد المبلغ والرسوم إلى البطاقة التي دُفع بها.',
            ],
          },
          {
            title: 'فترة التراجع',
            paragraphs: [
              'يمكنك الإلغاء دون سبب ودون غرامة حتى 48 ساعة بعد الأحدث من وقتين: دفعتك وإغلاق الطرح. ويُسترد المبلغ والرسوم إلى البطاقة التي دُفع بها.',
            ],
          },
          {
            title: 'ما الذي تملكه',
            paragraphs: [
              'تملك حصصًا في الشركة القابضة للعقار. ولا تملك العقار نفسه ولا يحق لك استعماله.',
              'قد تخسر جزءًا مما تستثمره أو كله. وقد يتوقف الدخل وقد لا تجد مشتريًا حين تريد البيع. العائد المستهدف ليس وعدًا.',
            ],
          },
          {
            title: 'تغيير هذه الشروط',
            paragraphs: ['لكل نسخة من هذه الشروط رقم وتاريخ. ولا تغيّر النسخة الجديدة طلبًا سبق تقديمه.'],
          },
        ],
      },
    },
  },
  {
    documentId: 'privacy',
    kind: 'privacy',
    version: 1,
    effectiveFrom: EFFECTIVE_FROM,
    texts: {
      en: {
        title: 'Privacy notice',
        sections: [
          {
            title: 'What we hold about you',
            paragraphs: [
              'Your account: email address, name, and phone number if you give one. Your profile: date of birth, nationality, country of residence and address.',
              'Identity verification: the pictures of your document, what the document states, and the result of the check against sanctions lists.',
              'Your investments: orders, payments, refunds, holdings, and the texts you accepted with their version and time. Your card number stays with Stripe; we do not receive it.',
            ],
          },
          {
            title: 'What we use it for',
            paragraphs: [
              'We use it to run your account, carry out your orders, verify your identity as the law requires, and write to you about your account. We do not sell it and do not use it for advertising.',
              'Sanctions lists are searched on our own servers. Your name is not sent to anyone for that.',
            ],
          },
          {
            title: 'Who else receives it',
            paragraphs: [
              'Stripe receives what a card payment needs. Our email provider delivers our emails. Authorities receive what the law obliges us to give.',
              'Inside Hissa, reviewers see names and numbers masked until they state a reason. Every such reading is recorded.',
            ],
          },
          {
            title: 'How it is protected and for how long it is kept',
            paragraphs: [
              'Personal fields and pictures are encrypted under a key of your own. Once that key is destroyed, they cannot be read again.',
              'We keep records of identity verification and of payments for as long as the law requires. The number of a document rejected as forged is kept for six years, in a form from which it cannot be read.',
            ],
          },
          {
            title: 'In your browser',
            paragraphs: [
              'We store what keeps you signed in, your settings, and drafts of forms you have begun. There are no advertising or analytics cookies. The payment page is Stripe’s and has its own notice.',
            ],
          },
          {
            title: 'Your rights',
            paragraphs: [
              'You may ask what we hold about you, have it corrected, or ask us to delete it. We delete what we are not obliged to keep. Write to the address on the contact page.',
            ],
          },
        ],
      },
      ar: {
        title: 'إشعار الخصوصية',
        sections: [
          {
            title: 'ما نحتفظ به عنك',
            paragraphs: [
              'حسابك: البريد الإلكتروني والاسم، ورقم الهاتف إن أعطيته. وملفك: تاريخ الميلاد والجنسية وبلد الإقامة والعنوان.',
              'التحقق من الهوية: صور وثيقتك وما تذكره الوثيقة ونتيجة البحث في قوائم العقوبات.',
              'استثماراتك: الطلبات والمدفوعات والمبالغ المستردة والملكيات، والنصوص التي وافقت عليها مع نسختها ووقتها. يبقى رقم بطاقتك لدى Stripe ولا يصلنا.',
            ],
          },
          {
            title: 'فيم نستخدمه',
            paragraphs: [
              'نستخدمه لإدارة حسابك وتنفيذ طلباتك والتحقق من هويتك كما يقتضي القانون ومراسلتك بشأن حسابك. لا نبيعه ولا نستخدمه في الإعلان.',
              'نبحث في قوائم العقوبات على خوادمنا. ولا يُرسل اسمك إلى أحد لهذا الغرض.',
            ],
          },
          {
            title: 'من يتلقاه غيرنا',
            paragraphs: [
              'تتلقى Stripe ما يحتاج إليه الدفع بالبطاقة. ويوصل مزوّد البريد رسائلنا. وتتلقى السلطات ما يُلزمنا القانون بتقديمه.',
              'داخل حصة يرى المراجعون الأسماء والأرقام مخفية إلى أن يذكروا سببًا. وكل اطلاع من هذا النوع يُسجَّل.',
            ],
          },
          {
            title: 'كيف نحميه وكم نحتفظ به',
            paragraphs: [
              'تُشفَّر البيانات الشخصية والصور بمفتاح خاص بك. ومتى أُتلف هذا المفتاح تعذّرت قراءتها نهائيًا.',
              'نحتفظ بسجلات التحقق من الهوية والمدفوعات للمدة التي يقتضيها القانون. أما رقم الوثيقة المرفوضة للتزوير فيُحفظ ست سنوات بصيغة لا يمكن قراءته منها.',
            ],
          },
          {
            title: 'في متصفحك',
            paragraphs: [
              'نخزّن ما يبقيك مسجلًا وإعداداتك ومسودات النماذج التي بدأتها. لا توجد ملفات تعريف للإعلانات أو التحليلات. صفحة الدفع تابعة لشركة Stripe ولها إشعارها.',
            ],
          },
          {
            title: 'حقوقك',
            paragraphs: [
              'يمكنك أن تسأل عما نحتفظ به عنك أو تطلب تصحيحه أو حذفه. ونحذف ما لسنا ملزمين بحفظه. اكتب إلى العنوان المذكور في صفحة التواصل.',
            ],
          },
        ],
      },
    },
  },
  {
    documentId: 'complaints',
    kind: 'complaints',
    version: 1,
    effectiveFrom: EFFECTIVE_FROM,
    texts: {
      en: {
        title: 'Complaints',
        sections: [
          {
            title: 'How to complain',
            paragraphs: [
              'Write to the address on the contact page from the email address of your account. Say what happened and when, and give the order or case reference if there is one.',
              'We confirm in writing that we have received your complaint, and answer it in writing with our reasons. Complaining costs nothing and does not affect your investment.',
              'If you are not satisfied with the answer, you may take the complaint to the regulator that is named at the foot of every page.',
            ],
          },
        ],
      },
      ar: {
        title: 'الشكاوى',
        sections: [
          {
            title: 'كيف تقدم شكوى',
            paragraphs: [
              'اكتب إلى العنوان المذكور في صفحة التواصل من البريد الإلكتروني لحسابك. اذكر ما حدث ومتى، وأضف مرجع الطلب أو الملف إن وُجد.',
              'نؤكد لك كتابةً استلام شكواك، ونرد عليها كتابةً مع بيان الأسباب. لا تكلفك الشكوى شيئًا ولا تؤثر في استثمارك.',
              'إذا لم يرضك الرد يمكنك رفع الشكوى إلى الجهة الرقابية المذكورة في أسفل كل صفحة.',
            ],
          },
        ],
      },
    },
  },
]
