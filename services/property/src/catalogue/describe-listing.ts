import type { PropertyType } from '@hissa/contracts/property'
import type { Listing } from '../import/listing.js'

/** The texts of a property in one language. */
export interface PropertyTexts {
  title: string
  description: string | null
  address: string | null
  city: string | null
  country: string | null
  features: string[]
}

const DISTRICTS_AR: Record<string, string> = {
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
const CITIES_AR: Record<string, string> = {
  'Abu Dhabi': 'أبوظبي',
  'Al Ain': 'العين',
  Dubai: 'دبي',
  Sharjah: 'الشارقة',
}
const COMMUNITIES_AR: Record<string, string> = {
  Towers: 'أبراج',
  Gardens: 'حدائق',
  Heights: 'مرتفعات',
  Park: 'متنزه',
  Commons: 'ساحات',
  Quarter: 'حي',
  Views: 'إطلالات',
  Bay: 'خليج',
  Residences: 'مساكن',
  Square: 'ميدان',
}
const TYPES: Record<PropertyType, { en: string; ar: string }> = {
  apartment: { en: 'apartment', ar: 'شقة' },
  studio: { en: 'studio', ar: 'استوديو' },
  penthouse: { en: 'penthouse', ar: 'بنتهاوس' },
  townhouse: { en: 'townhouse', ar: 'تاون هاوس' },
  villa: { en: 'villa', ar: 'فيلا' },
  residential: { en: 'home', ar: 'وحدة سكنية' },
}
const AMENITIES: Record<string, { en: string; ar: string }> = {
  study: { en: 'Study', ar: 'غرفة مكتب' },
  balcony: { en: 'Balcony', ar: 'شرفة' },
  central_ac: { en: 'Central air conditioning', ar: 'تكييف مركزي' },
  pool: { en: 'Swimming pool', ar: 'مسبح' },
  concierge: { en: 'Concierge', ar: 'خدمة استقبال' },
  built_in_wardrobes: { en: 'Built-in wardrobes', ar: 'خزائن مدمجة' },
  kids_play_area: { en: 'Children’s play area', ar: 'منطقة ألعاب للأطفال' },
  security_24h: { en: 'Security around the clock', ar: 'حراسة على مدار الساعة' },
  smart_home: { en: 'Smart home', ar: 'منزل ذكي' },
  ev_charger: { en: 'Car charger', ar: 'شاحن سيارات كهربائية' },
  shared_garden: { en: 'Shared garden', ar: 'حديقة مشتركة' },
  covered_parking: { en: 'Covered parking', ar: 'موقف مظلل' },
  gym: { en: 'Gym', ar: 'صالة رياضية' },
  beach_access: { en: 'Beach access', ar: 'وصول إلى الشاطئ' },
  maids_room: { en: 'Staff room', ar: 'غرفة خدمة' },
}
const COUNT = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
const ROOMS_AR = [
  '',
  'بغرفة نوم واحدة',
  'بغرفتي نوم',
  ...['ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع'].map((count) => `ب${count} غرف نوم`),
]
const BATHS_AR = [
  '',
  'حمّام واحد',
  'حمّامان',
  ...['ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة'].map((count) => `${count} حمّامات`),
]

/** English texts from what the record states and nothing else. */
export function describeInEnglish(listing: Listing): PropertyTexts {
  const kind = TYPES[listing.propertyType ?? 'residential'].en
  const rooms = listing.bedrooms
    ? `${COUNT[listing.bedrooms] ?? listing.bedrooms}-bedroom ${kind}`
    : kind.charAt(0).toUpperCase() + kind.slice(1)
  const features = listing.amenities.map((name) => AMENITIES[name]?.en ?? name.replaceAll('_', ' '))
  const baths = listing.bathrooms
    ? `, with ${(COUNT[listing.bathrooms] ?? String(listing.bathrooms)).toLowerCase()} bathroom${listing.bathrooms > 1 ? 's' : ''}`
    : ''
  const size = listing.areaSqm ? ` of ${listing.areaSqm} m²` : ''
  const furnished = listing.furnished === null ? '' : listing.furnished ? ' It is furnished.' : ' It is not furnished.'
  return {
    title: listing.title ?? [rooms, listing.community ?? listing.district].filter(Boolean).join(', '),
    description:
      `${rooms}${size}${baths}, in ${listing.community ?? listing.district}, ${listing.city}.${furnished}` +
      (features.length ? ` The record lists: ${features.join(', ').toLowerCase()}.` : ''),
    address: listing.address,
    city: listing.city,
    country: listing.country,
    features,
  }
}

/** Arabic texts from the same facts. */
export function describeInArabic(listing: Listing): PropertyTexts {
  const kind = TYPES[listing.propertyType ?? 'residential'].ar
  const rooms = listing.bedrooms ? `${kind} ${ROOMS_AR[listing.bedrooms] ?? `ب${listing.bedrooms} غرف نوم`}` : kind
  const place = placeInArabic(listing)
  const features = listing.amenities.map((name) => AMENITIES[name]?.ar ?? name.replaceAll('_', ' '))
  const baths = listing.bathrooms ? `، ${BATHS_AR[listing.bathrooms] ?? `${listing.bathrooms} حمّامات`}` : ''
  const size = listing.areaSqm ? ` بمساحة ${listing.areaSqm} م²` : ''
  const furnished = listing.furnished === null ? '' : listing.furnished ? ' الوحدة مفروشة.' : ' الوحدة غير مفروشة.'
  const city = cityInArabic(listing)
  return {
    title: [rooms, place].filter(Boolean).join('، '),
    description:
      `${rooms}${size}${baths}، في ${place}، ${city}.${furnished}` +
      (features.length ? ` يذكر السجل: ${features.join('، ')}.` : ''),
    address: [place, city].filter(Boolean).join('، '),
    city,
    country: listing.country === 'UAE' ? 'الإمارات' : listing.country,
    features,
  }
}

/** The listing's places by their Arabic names; as the listing has them where no other is known. */
export function placesInArabic(listing: Listing): { community: string | null; district: string | null } {
  const { community, district } = listing
  return { community: community && placeInArabic(listing), district: district && (DISTRICTS_AR[district] ?? district) }
}

const cityInArabic = ({ city }: Listing) => city && (CITIES_AR[city] ?? city)

function placeInArabic({ community, district }: Listing): string {
  const known = district ? (DISTRICTS_AR[district] ?? district) : ''
  const part = COMMUNITIES_AR[(community ?? '').split(' ').at(-1) ?? '']
  return part ? `${part} ${known}` : known || (community ?? '')
}
