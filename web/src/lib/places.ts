import type { AppLocale } from './locale.js'

/** Names of emirates and districts in Arabic, as the emirates write them. Records carry the English ones. */
const ARABIC: Readonly<Record<string, string>> = {
  UAE: 'الإمارات',
  'Abu Dhabi': 'أبوظبي',
  Dubai: 'دبي',
  Sharjah: 'الشارقة',
  'Saadiyat Island': 'جزيرة السعديات',
  'Al Maryah Island': 'جزيرة المارية',
  'Yas Island': 'جزيرة ياس',
  'Al Reem Island': 'جزيرة الريم',
  'Al Raha Beach': 'شاطئ الراحة',
  'Al Bateen': 'البطين',
  Corniche: 'الكورنيش',
  'Al Khalidiyah': 'الخالدية',
  'Al Zahiyah': 'الزاهية',
  'Danet Abu Dhabi': 'دانة أبوظبي',
  'Masdar City': 'مدينة مصدر',
  'Khalifa City': 'مدينة خليفة',
  'Mohammed Bin Zayed City': 'مدينة محمد بن زايد',
  'Zayed City': 'مدينة زايد',
  'Al Maqta': 'المقطع',
  'Al Shamkha': 'الشامخة',
  'Al Reef': 'الريف',
  'Al Ghadeer': 'الغدير',
  'Al Bahia': 'الباهية',
  Mussafah: 'مصفح',
  'Dubai Marina': 'مرسى دبي',
}

/** A place's name in the reader's language; as the record has it where there is no other. */
export function placeName(name: string, locale: AppLocale): string {
  return (locale === 'ar' && ARABIC[name]) || name
}
