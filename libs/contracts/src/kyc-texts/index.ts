import type { KycStatus, ToldReason } from '../kyc/index.js'

// What an applicant reads about a decision, on the site and in mail alike. Kept out of the web bundle.

type Pair = { text: string; fix: string | null }
type Language = 'en' | 'ar'

/** The text for each reason of a decision, and what the applicant can do about it. Null: nothing can be done. */
export const REASON_TEXTS: Record<Language, Record<ToldReason, Pair>> = {
  en: {
    DOCUMENT_UNREADABLE: {
      text: "The picture isn't clear enough to read.",
      fix: 'Take it again in daylight, without glare, with all four corners in view.',
    },
    DOCUMENT_INCOMPLETE: {
      text: 'Part of the document is missing from the pictures.',
      fix: 'Take pictures of the whole document, or of both sides of a card.',
    },
    DOCUMENT_EXPIRED: { text: 'The document is no longer valid.', fix: 'Use a document that is valid today.' },
    DOCUMENT_NOT_ACCEPTED: { text: 'This kind of document is not accepted.', fix: 'Use a passport or an Emirates ID.' },
    NAME_MISMATCH: {
      text: 'The name in your profile differs from the one in the document.',
      fix: 'Enter your name in the profile as the document shows it, then submit again.',
    },
    BIRTH_DATE_MISMATCH: {
      text: 'The date of birth in your profile differs from the one in the document.',
      fix: 'Correct the date of birth in your profile, then submit again.',
    },
    NATIONALITY_MISMATCH: {
      text: 'The nationality in your profile differs from the one in the document.',
      fix: 'Correct the nationality in your profile, then submit again.',
    },
    MRZ_MISMATCH: {
      text: 'The lines you typed differ from those in the picture.',
      fix: 'Copy the lines at the bottom of the document exactly, or use the document in the picture.',
    },
    UNDER_AGE: { text: 'You must be at least 18 years old to invest.', fix: null },
    SPECIMEN_DOCUMENT: { text: 'This looks like a sample document.', fix: 'Use your own passport or Emirates ID.' },
    DECLINED: { text: 'We are not able to open an account for you.', fix: null },
  },
  ar: {
    DOCUMENT_UNREADABLE: {
      text: 'الصورة غير واضحة بما يكفي.',
      fix: 'التقطها مجددًا في ضوء النهار دون انعكاس مع إظهار الزوايا الأربع.',
    },
    DOCUMENT_INCOMPLETE: {
      text: 'جزء من الوثيقة غير ظاهر في الصور.',
      fix: 'التقط صورًا تُظهر الوثيقة كاملة، ووجهي البطاقة.',
    },
    DOCUMENT_EXPIRED: { text: 'الوثيقة لم تعد سارية.', fix: 'استخدم وثيقة سارية اليوم.' },
    DOCUMENT_NOT_ACCEPTED: { text: 'هذا النوع من الوثائق غير مقبول.', fix: 'استخدم جواز سفر أو هوية إماراتية.' },
    NAME_MISMATCH: {
      text: 'الاسم في ملفك يختلف عن الاسم في الوثيقة.',
      fix: 'اكتب اسمك في الملف كما يظهر في الوثيقة ثم أرسل الطلب مجددًا.',
    },
    BIRTH_DATE_MISMATCH: {
      text: 'تاريخ الميلاد في ملفك يختلف عن التاريخ في الوثيقة.',
      fix: 'صحّح تاريخ الميلاد في ملفك ثم أرسل الطلب مجددًا.',
    },
    NATIONALITY_MISMATCH: {
      text: 'الجنسية في ملفك تختلف عن الجنسية في الوثيقة.',
      fix: 'صحّح الجنسية في ملفك ثم أرسل الطلب مجددًا.',
    },
    MRZ_MISMATCH: {
      text: 'الأسطر التي كتبتها لا تطابق ما في الصورة.',
      fix: 'انسخ الأسطر في أسفل الوثيقة كما هي، أو استخدم الوثيقة الظاهرة في الصورة.',
    },
    UNDER_AGE: { text: 'يجب ألا يقل عمرك عن 18 عامًا لتستثمر.', fix: null },
    SPECIMEN_DOCUMENT: { text: 'الوثيقة نموذج وليست حقيقية.', fix: 'استخدم جواز سفرك أو هويتك الإماراتية.' },
    DECLINED: { text: 'لا يمكننا فتح حساب لك.', fix: null },
  },
}

/** Shown with an approval in local mode, where the pictures are not reviewed. */
export const AUTOMATIC_TEXTS: Record<Language, string> = {
  en: 'This is a demonstration: your documents were accepted automatically. Elsewhere a reviewer checks them.',
  ar: 'هذا عرض توضيحي: قُبلت وثائقك تلقائيًا. وفي غير العرض يتحقق منها أحد المراجعين.',
}

/** What an applicant does next. */
export const ACTION_TEXTS: Record<Language, Record<KycStatus['nextAction']['code'], string>> = {
  en: {
    start: 'Choose your document to begin. It takes about three minutes.',
    upload: 'Add the pictures of your document.',
    submit: 'Type the lines at the bottom of your document and submit.',
    wait: 'You don’t need to do anything. Our team is reviewing your documents and will email you.',
    fix: 'Correct what is listed and submit again.',
    start_again: 'You can start over with another document.',
    invest: 'You can invest now.',
    contact_support: 'If you believe this is a mistake, contact us.',
  },
  ar: {
    start: 'اختر وثيقتك للبدء. يستغرق الأمر نحو ثلاث دقائق.',
    upload: 'أضف صور وثيقتك.',
    submit: 'اكتب الأسطر في أسفل وثيقتك ثم أرسل الطلب.',
    wait: 'لا يلزمك القيام بأي شيء. يراجع فريقنا وثائقك وسنراسلك.',
    fix: 'صحّح ما هو مذكور ثم أرسل الطلب مجددًا.',
    start_again: 'يمكنك البدء من جديد بوثيقة أخرى.',
    invest: 'يمكنك الاستثمار الآن.',
    contact_support: 'إذا كنت ترى أن في الأمر خطأ فتواصل معنا.',
  },
}
