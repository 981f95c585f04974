import type { Case } from './run-case.js'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * Returns a result without what the server leaves undefined: the order of documents without a sort, generated ids and,
 * in pipelines, the position of a field that was removed and computed again.
 */
export function comparable(result: string, item: Case): string {
  if (result.startsWith('error')) return result
  const value = JSON.parse(result) as Json
  if (item.update?.options?.upsert) dropMadeIds(value)
  const ordered = item.aggregate ? sortedKeys(value) : value
  if (!Array.isArray(ordered) || item.find?.options?.sort || item.aggregate?.some((stage) => '$sort' in stage))
    return JSON.stringify(ordered)
  return JSON.stringify(ordered.map((part) => JSON.stringify(part)).sort())
}

function dropMadeIds(value: Json): void {
  const after = (value as { after?: { _id?: { $oid?: string } }[] }).after ?? []
  for (const document of after) if (document._id?.$oid) delete document._id
}

function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortedKeys(value[key] as Json)]),
  )
}
