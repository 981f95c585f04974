/** The kind of device of a session, as its owner recognises it. */
export interface Device {
  browser: string
  system: string
}

// In order: later browsers name the earlier ones in their headers too.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns browser and system of a `User-Agent` header, or undefined if it names neither. Its versions are left out,
 * because together they could identify a person.
 */
export function deviceOf(userAgent: string | undefined): Device | undefined {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? ''
  const device = { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) }
  return device.browser || device.system ? device : undefined
}
