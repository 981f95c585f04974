import { randomInt, randomUUID } from 'node:crypto'
import { emiratesIdNumber, identityCardLines, passportLines, type TravelDocument } from './mrz.js'

/** A fictitious investor with a document that matches the profile. */
export interface Person {
  email: string
  password: string
  firstName: string
  lastName: string
  language: 'en' | 'ar' | 'fr' | 'es'
  phoneNumber: string
  dateOfBirth: string
  /** ISO 3166-1 alpha-2, as in the profile. */
  nationality: string
  document: TravelDocument
  emiratesId: string
}

const FIRST = ['Nova', 'Linden', 'Marlow', 'Sorrel', 'Tamsin', 'Alder', 'Juniper', 'Wren']
const LAST = ['Testwright', 'Samplegate', 'Mockridge', 'Trialstone', 'Proofwell', 'Drillham']

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

/** Creates a fictitious person with a random address, document number and name, unless given. */
export function newPerson(given: Partial<Omit<Person, 'document' | 'emiratesId'>> = {}): Person {
  const { firstName = pick(FIRST), lastName = pick(LAST), dateOfBirth = '1988-04-17' } = given
  const document: TravelDocument = {
    firstName,
    lastName,
    documentNumber: `H${randomInt(10_000_000, 99_999_999)}`,
    issuingState: 'GBR',
    nationality: 'GBR',
    birthDate: dateOfBirth,
    expiryDate: '2034-06-30',
    sex: 'F',
  }
  return {
    email: `${randomUUID().slice(0, 13)}@hissa.test`,
    password: 'Harbour-Quay-Wynd7',
    language: 'en',
    phoneNumber: `+97150${randomInt(1_000_000, 9_999_999)}`,
    nationality: 'GB',
    ...given,
    firstName,
    lastName,
    dateOfBirth,
    document,
    emiratesId: emiratesIdNumber(dateOfBirth.slice(0, 4), String(randomInt(1_000_000, 9_999_999))),
  }
}

/** Returns first and last name. */
export const fullNameOf = (person: Person): string => `${person.firstName} ${person.lastName}`

/** Returns the machine-readable lines of the person's passport or Emirates ID. */
export function mrzLinesOf(person: Person, documentType: 'passport' | 'emirates_id'): string[] {
  if (documentType === 'passport') return passportLines(person.document)
  return identityCardLines({ ...person.document, issuingState: 'ARE' }, person.emiratesId)
}
