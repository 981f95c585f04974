/** What digits and symbols are lookalikes of. One that looks like two characters is tried as both. */
const LOOKALIKES: readonly Readonly<Record<string, string>>[] = ['i', 'l'].map((one) => ({
  '0': 'o',
  '1': one,
  '!': one,
  '|': one,
  '2': 'z',
  '3': 'e',
  '€': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
}))

/** Returns the text in one case and without compatibility forms. It can be many times as long. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the text with each possible letter in place of lookalike digits and symbols. */
export const unleet = (text: string): string[] =>
  LOOKALIKES.map((letters) => [...text].map((char) => letters[char] ?? char).join(''))

/** Returns the text in one case without other characters: unchanged, and with lookalikes replaced. */
export function bare(text: string): string[] {
  const folded = fold(text)
  return [...new Set([folded, ...unleet(folded)].map(lettersAndDigits))]
}

/**
 * Returns a password without its possible decorations: digits and symbols at both ends, symbols within, and letters
 * written as digits or symbols. A bounded number of forms.
 */
export function undecorated(password: string): string[] {
  const folded = fold(password)
  const forms = [folded, lettersAndDigits(folded), ...withoutEnds(folded), ...withoutEnds(lettersAndDigits(folded))]
  return [...new Set(forms.flatMap((form) => [form, ...unleet(form).flatMap((plain) => [plain, lettersAndDigits(plain)])]))] // prettier-ignore
}

/**
 * Returns the forms of a password in which to look for words, each with the distinct parts removed from between its
 * letters: `Pass123word` becomes `pass123word` and, without `123`, `password`. At most twelve forms.
 */
export function joined(password: string): { text: string; removed: string[] }[] {
  const folded = fold(password)
  const singles = unleetSingles(folded)
  const texts = [...new Set([folded, ...unleet(folded), ...singles])]
  return texts.flatMap((text) => [
    { text, removed: [] },
    { text: text.replace(/[^\p{L}]/gu, ''), removed: [...new Set(text.match(/[^\p{L}]+/gu))] },
  ])
}

/** Returns the text with single lookalikes between letters replaced by letters: `p@ss123word` becomes `pass123word`. */
function unleetSingles(text: string): string[] {
  return LOOKALIKES.map((letters) => text.replace(/(?<=\p{L})[^\p{L}](?=\p{L})/gu, (char) => letters[char] ?? char))
}

const MAX_TRIMMED = 12

/** Returns the text without 0 to 12 digits or symbols at its start and its end. */
function withoutEnds(text: string): string[] {
  const head = Math.min(MAX_TRIMMED, /^[^\p{L}]*/u.exec(text)![0].length)
  const tail = Math.min(MAX_TRIMMED, /[^\p{L}]*$/u.exec(text)![0].length)
  const forms = []
  for (let from = 0; from <= head; from += 1)
    for (let cut = 0; cut <= tail; cut += 1) forms.push(text.slice(from, Math.max(from, text.length - cut)))
  return forms
}
