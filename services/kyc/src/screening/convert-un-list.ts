import { XMLParser } from 'fast-xml-parser'
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { listedNationality } from './nationality-names.js'
import type { ListedParty, SanctionsList } from './listed-party.js'
import { formatSnapshot } from './snapshot.js'

interface Node {
  DATAID: string
  REFERENCE_NUMBER?: string
  FIRST_NAME?: string
  SECOND_NAME?: string
  THIRD_NAME?: string
  FOURTH_NAME?: string
  NAME_ORIGINAL_SCRIPT?: string
  INDIVIDUAL_ALIAS?: Alias[]
  ENTITY_ALIAS?: Alias[]
  INDIVIDUAL_DATE_OF_BIRTH?: BirthDate[]
  NATIONALITY?: { VALUE?: string[] }[]
}
interface Alias {
  QUALITY?: string
  ALIAS_NAME?: string
}
interface BirthDate {
  TYPE_OF_DATE?: string
  DATE?: string
  YEAR?: string
  FROM_YEAR?: string
  TO_YEAR?: string
}

interface Root {
  '@_dateGenerated': string
  INDIVIDUALS: { INDIVIDUAL?: Node[] }
  ENTITIES: { ENTITY?: Node[] }
}

const LISTS = ['INDIVIDUAL', 'ENTITY', 'INDIVIDUAL_ALIAS', 'ENTITY_ALIAS', 'INDIVIDUAL_DATE_OF_BIRTH', 'NATIONALITY']

/** Converts the United Nations Security Council consolidated list (XML) to the data that screening needs. */
export function convertUnList(xml: string): SanctionsList {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name, path) => LISTS.includes(name) || String(path).endsWith('NATIONALITY.VALUE'),
  })
  const { CONSOLIDATED_LIST: root } = parser.parse(xml) as { CONSOLIDATED_LIST: Root }
  const individuals = (root.INDIVIDUALS.INDIVIDUAL ?? []).map((node) => party(node, 'individual'))
  const entities = (root.ENTITIES.ENTITY ?? []).map((node) => party(node, 'entity'))
  return { list: 'UN', date: root['@_dateGenerated'].slice(0, 10), parties: [...individuals, ...entities] }
}

function party(node: Node, kind: ListedParty['kind']): ListedParty {
  const primary = [node.FIRST_NAME, node.SECOND_NAME, node.THIRD_NAME, node.FOURTH_NAME].filter(Boolean).join(' ')
  const aliases = node.INDIVIDUAL_ALIAS ?? node.ENTITY_ALIAS ?? []
  const stated: ListedParty['names'] = [
    { quality: 'primary', name: primary },
    { quality: 'original_script', name: node.NAME_ORIGINAL_SCRIPT ?? '' },
  ]
  for (const { QUALITY, ALIAS_NAME } of aliases) {
    stated.push({ quality: QUALITY === 'Low' ? 'low' : 'good', name: ALIAS_NAME ?? '' })
  }
  const names = stated
    .map(({ quality, name }) => ({ quality, name: name.replace(/\s+/g, ' ').trim() }))
    .filter(({ name }) => name !== '')
  const birthDates = (node.INDIVIDUAL_DATE_OF_BIRTH ?? []).map(birthDate).filter((date) => date !== '')
  return {
    dataId: node.DATAID,
    reference: node.REFERENCE_NUMBER ?? '',
    kind,
    birthDates,
    nationalities: nationalitiesOf(node),
    names,
  }
}

function nationalitiesOf({ NATIONALITY = [] }: Node): string[] {
  const stated = NATIONALITY.flatMap(({ VALUE = [] }) => VALUE).map(listedNationality)
  return [...new Set(stated.filter((nationality) => nationality !== null))]
}

function birthDate({ TYPE_OF_DATE, DATE, YEAR, FROM_YEAR, TO_YEAR }: BirthDate): string {
  if (FROM_YEAR || TO_YEAR) return `${FROM_YEAR ?? ''}/${TO_YEAR ?? ''}`
  const date = DATE ?? YEAR ?? ''
  return date && TYPE_OF_DATE === 'APPROXIMATELY' ? `${date}~` : date
}

/** Updates the bundled list: `node convert-un-list.js consolidated.xml un-YYYY-MM-DD.tsv`. */
async function main(): Promise<void> {
  const [source, target] = process.argv.slice(2)
  if (!source || !target) throw new Error('usage: convert-un-list <consolidated.xml> <snapshot.tsv>')
  const list = convertUnList(await readFile(source, 'utf8'))
  await writeFile(target, formatSnapshot(list))
  process.stdout.write(`Wrote ${list.parties.length} parties of ${list.date}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
