import { describe, expect, it } from '@jest/globals'
import { consonantsOf, foldName, isSameSound } from './fold-name.js'
import { wordsOf } from './normalise-name.js'

const folded = (name: string) => foldName(wordsOf(name)).join(' ')

describe('foldName', () => {
  it.each([
    [['Muhammad', 'Mohammad', 'Muhamad', 'Mohd'], 'muhamad'],
    [['Abd al-Latif', 'ABD-AL-LATIF', 'Abdul Latif', 'Abdullatif', 'Abdellatif', 'Abd el Latif'], 'abd latif'],
    [['Abd ar-Rahman', 'Abdul Rahman', 'Abdulrahman', 'Abdurrahman', 'Abderrahmane', 'Abdirahman'], 'abd rahman'],
    [['Abdus Salam', 'Abd es-Salam', 'Abdussalam', 'Abdessalam'], 'abd salam'],
    [['Abd Allah', 'Abdallah', 'Abdullah', 'Abdulla', 'Abdellah'], 'abd la'],
    [['Nur al-Din', 'Nur ud-Din', 'Noureddine', 'Nuruddin', 'Nouruddin'], 'nur din'],
    [['Husayn', 'Hussein', 'Hussain', 'Houssein'], 'husin'],
    [['Daud', 'Dawud', 'Daoud', 'Dawood'], 'dud'],
    [['al-Zubaydi', 'Zubaidi', 'ALZUBAIDI', 'Zubeidy', 'Zoubaidi'], 'zubidi'],
    [['Qaddafi', 'Qadhafi', 'Kadafi'], 'kadafi'],
    [['Sulayman', 'Suleiman', 'Soleyman', 'Soulaiman'], 'suliman'],
    [['Hasan bin Ali', 'Hassan Ali', 'Hasan ibn Ali'], 'hasan ali'],
    [['Sayyid', 'Sayid', 'Saiyid'], 'sayid'],
    [['عبد الرحمن الخليلي', 'عبدالرحمن الخليلي', 'عبد الرحمن ال خليلي'], 'عبد رحمن خليلي'],
  ])('gives %p the same words', (spellings, words) => {
    expect([...new Set(spellings.map(folded))]).toEqual([words])
  })

  it.each([
    ['Husayn', 'Hasan'],
    ['Salim', 'Sulayman'],
    ['Ali', 'Adi'],
    ['Rahman', 'Rahim'],
  ])('keeps %s and %s apart', (one, other) => expect(isSameSound(folded(one), folded(other))).toBe(false))

  it.each([
    'Muhammad, Mohamed',
    'Ahmad, Ahmed',
    'Khalid, Khaled',
    'Jamal, Gamal',
    'Uthman, Osman',
    'Qasim, Kassem',
    'Salih, Saleh',
    'Adil, Adel',
  ])('makes the names %s sound the same', (names) => {
    const [one, other] = names.split(', ')
    expect(isSameSound(folded(one!), folded(other!))).toBe(true)
  })

  it.each(['constructor', 'bin', 'Al', 'abd', 'ال', '', 'Ben Bin'])('accepts %p', (name) => {
    expect(foldName(wordsOf(name)).every((word) => word !== '')).toBe(true)
  })
})

describe('consonantsOf', () => {
  it.each([
    ['Abdulrahman Al Khalili', 'عبد الرحمن الخليلي'],
    ['Mohamed Ali', 'محمد علي'],
    ['Yusuf Sulayman', 'يوسف سليمان'],
    ['Uthman Qasim', 'عثمان قاسم'],
    ['Hani Tilfah', 'هاني طلفاح'],
    ['Zaynab Walid', 'زينب وليد'],
    ['Jamal Ghazi', 'جمال غازي'],
  ])('gives %s and %s the same letters', (latin, arabic) => {
    const consonants = (name: string) => foldName(wordsOf(name)).map(consonantsOf)
    expect(consonants(latin)).toEqual(consonants(arabic))
  })
})
