import { saveBlob } from '../lib/save-file.js'
import { errorOf, type ApiError } from './problem.js'
import type { SessionStore } from './session.js'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'application/xml': '.xml',
  'application/json': '.json',
  'text/csv': '.csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
}

/** Fetches a document in the user's name and saves it as a file. Resolves to null or to the refusal. */
export async function saveDocument(session: SessionStore | null, path: string, name: string): Promise<ApiError | null> {
  const token = await session?.idToken()
  const response = await fetch(path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    cache: 'no-store',
  })
  if (!response.ok) return errorOf(response.status, await response.json().catch(() => null))
  const document = await response.blob()
  saveBlob(`${name}${EXTENSIONS[document.type] ?? ''}`, document)
  return null
}
