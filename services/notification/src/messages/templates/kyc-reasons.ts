import type { MailLanguage } from './layout.js'

// What a decision's reason says to the applicant. A list match or a suspicion is never told: it would warn the wrong person.
const REASONS: Record<string, Record<MailLanguage, string>> = {
  DOCUMENT_UNREADABLE: {
    en: 'The picture cannot be read. Take it in daylight, flat and in focus.',
    ar: 'الصورة غير مقروءة. التقطها في ضوء النهار، مستوية وواضحة.',
  },
  DOCUMENT_INCOMPLETE: {
    en: 'A part of the document is missing. All four corners must be in the picture.',
    ar: 'جزء من الوثيقة غير ظاهر. يجب أن تظهر زواياها الأربع في الصورة.',
  },
  DOCUMENT_EXPIRED: {
    en: 'The document has expired. Use one that is valid.',
    ar: 'انتهت صلاحية الوثيقة. استخدم وثيقة سارية.',
  },
  DOCUMENT_NOT_ACCEPTED: {
    en: 'This kind of document is not accepted. Use a passport or an Emirates ID.',
    ar: 'هذا النوع من الوثائق غير مقبول. استخدم جواز سفر أو هوية إماراتية.',
  },
  NAME_MISMATCH: {
    en: 'The name on the document differs from the name in your profile.',
    ar: 'الاسم في الوثيقة يختلف عن الاسم في ملفك.',
  },
  BIRTH_DATE_MISMATCH: {
    en: 'The date of birth on the document differs from the one in your profile.',
    ar: 'تاريخ الميلاد في الوثيقة يختلف عن التاريخ في ملفك.',
  },
  NATIONALITY_MISMATCH: {
    en: 'The nationality on the document differs from the one in your profile.',
    ar: 'الجنسية في الوثيقة تختلف عن الجنسية في ملفك.',
  },
  MRZ_MISMATCH: {
    en: 'The lines you typed differ from those on the document.',
    ar: 'الأسطر التي كتبتها تختلف عن الأسطر في الوثيقة.',
  },
  UNDER_AGE: { en: 'You must be at least 18 years old.', ar: 'يجب ألا يقل عمرك عن 18 عامًا.' },
  SPECIMEN_DOCUMENT: { en: 'The document is a specimen.', ar: 'الوثيقة نموذج وليست أصلية.' },
}

/** The sentences for these codes, each once; codes that are not told are left out. */
export function reasonTexts(reasonCodes: readonly string[], language: MailLanguage): string[] {
  return [...new Set(reasonCodes)].flatMap((code) => REASONS[code]?.[language] ?? [])
}
