const ARABIC_LETTERS: Record<string, string> = { ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ە: 'ه', ہ: 'ه' }

/**
 * Returns text in one spelling for comparisons: compatibility forms are folded (NFKD), characters are lower-case, and
 * digits are those of ASCII. Marks, the alef of an accusative, invisible characters and tatweel are removed; the variants
 * of alef, ya and ta marbuta become one character each.
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/ا\u064B|\u064Bا/g, '')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[ٱىیکةەہ]/g, (letter) => ARABIC_LETTERS[letter] ?? letter)
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
    .normalize('NFC')
    .toLowerCase()
}

/** Languages in which passages are indexed and searched. */
export type Language = 'en' | 'ar'

/** Returns Arabic if at least half of the characters are Arabic, otherwise English. */
export function detectLanguage(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  return arabic > 0 && arabic * 2 >= letters ? 'ar' : 'en'
}
