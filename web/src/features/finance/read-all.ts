import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'

/** Which page of a list is read: the first without a cursor. */
interface PageRequest {
  limit: number
  cursor?: string
}
interface Page<Row> {
  rows: readonly Row[]
  cursor?: string | undefined
}
export type ReadPage<Row> = (page: PageRequest) => Promise<Page<Row>>

/** The largest page of the API. */
const PAGE_ROWS = 100
/** The largest number of rows in a file. */
export const MOST_ROWS = 10_000

/** Reads every page of a list, each row once. Returns nothing if a file can't have that many rows. */
export async function readAll<Row>(read: ReadPage<Row>, keyOf: (row: Row) => string): Promise<Row[] | undefined> {
  const rows = new Map<string, Row>()
  let request: PageRequest = { limit: PAGE_ROWS }
  for (;;) {
    const page = await read(request)
    for (const row of page.rows) rows.set(keyOf(row), row)
    if (rows.size > MOST_ROWS) return undefined
    if (!page.cursor) return [...rows.values()]
    request = { limit: PAGE_ROWS, cursor: page.cursor }
  }
}

interface Endpoint<Arg, Data> {
  initiate: (
    arg: Arg,
    options: { subscribe: false; forceRefetch: true },
  ) => (
    dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
    state: () => never,
    extra: never,
  ) => {
    unwrap: () => Promise<Data>
  }
}

/** Returns a function that reads once for a file: what it reads isn't kept, so nothing reads it again later. */
export function useReadOnce() {
  const dispatch = useDispatch<ThunkDispatch<never, never, UnknownAction>>()
  return <Arg, Data>({ initiate }: Endpoint<Arg, Data>, arg: Arg): Promise<Data> =>
    dispatch(initiate(arg, { subscribe: false, forceRefetch: true })).unwrap()
}
