import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/states.js'
import { useReadNamesMutation } from './finance-api.js'
import { Code } from './code.js'

/** As many as one call of the API accepts. */
const MOST = 200

interface People {
  /** The names by user id that were read; null for a user without a name. */
  names: Readonly<Record<string, string | null>>
  need: (userId: string) => void
  /** Reads the names that aren't read yet; those that can't be read stay ids. */
  load: (userIds: ReadonlyArray<string | undefined>) => Promise<void>
}

const PeopleContext = createContext<People>({ names: {}, need: () => {}, load: async () => {} })

/**
 * Provides the names of investors and colleagues. The ids that appear together are asked for in one audited call, each
 * once. If names can't be read, a notice says so and the ids stay.
 */
export function PeopleProvider({ children }: { children: ReactNode }) {
  const t = useT()
  const [read] = useReadNamesMutation()
  const [names, setNames] = useState<People['names']>({})
  const [failed, setFailed] = useState<readonly string[]>([])
  const asked = useRef(new Set<string>())
  const queue = useRef<string[]>([])
  const readThem = useCallback(
    async (userIds: readonly string[]) => {
      for (let from = 0; from < userIds.length; from += MOST) {
        const part = userIds.slice(from, from + MOST)
        const { data } = await read(part)
        if (!data) setFailed((before) => [...before, ...part])
        // At once, so that a file which awaits the names finds them in its columns.
        else flushSync(() => setNames((before) => ({ ...before, ...nullOf(part), ...byId(data.names) })))
      }
    },
    [read],
  )
  const flush = useCallback(() => readThem(queue.current.splice(0)), [readThem])
  const ask = useCallback(
    (userIds: readonly string[]) => {
      if (queue.current.length === 0) queueMicrotask(() => void flush())
      queue.current.push(...userIds)
    },
    [flush],
  )
  const need = useCallback(
    (userId: string) => {
      if (asked.current.has(userId)) return
      asked.current.add(userId)
      ask([userId])
    },
    [ask],
  )
  const load = useCallback(
    (userIds: ReadonlyArray<string | undefined>) => {
      const missing = new Set(userIds.filter((id) => id !== undefined && !asked.current.has(id)) as string[])
      for (const id of missing) asked.current.add(id)
      return readThem([...missing])
    },
    [readThem],
  )
  const retry = () => {
    setFailed([])
    ask(failed)
  }
  return (
    <PeopleContext value={useMemo(() => ({ names, need, load }), [names, need, load])}>
      {failed.length > 0 && (
        <div className="mb-4">
          <Notice tone="warn" title={t('finance.names.failed')}>
            <p>{t('finance.names.failedText')}</p>
            <Button size="s" kind="secondary" className="mt-2" onClick={retry}>
              {t('ui.tryAgain')}
            </Button>
          </Notice>
        </div>
      )}
      {children}
    </PeopleContext>
  )
}

const nullOf = (userIds: readonly string[]) => Object.fromEntries(userIds.map((userId) => [userId, null]))
const byId = (names: ReadonlyArray<{ userId: string; name: string }>) =>
  Object.fromEntries(names.map(({ userId, name }) => [userId, name]))

/** Returns a function that gives a user's name once it is read, and their id before or without it. */
export function usePersonName(): (userId: string) => string {
  const { names } = useContext(PeopleContext)
  return (userId) => names[userId] ?? userId
}

/** Returns a function that reads the names of users, after which `usePersonName` gives them. */
export const useLoadNames = () => useContext(PeopleContext).load

/** Reads the name of one user; undefined until it is read, or without one. */
export function useName(userId: string): string | undefined {
  const { names, need } = useContext(PeopleContext)
  useEffect(() => need(userId), [userId, need])
  return names[userId] ?? undefined
}

interface PersonProps {
  id: string
  /** Also shows the id, where only one person is concerned. */
  withId?: boolean
}

/** Shows a user by name; by id until the name is read, or without one. */
export function Person({ id, withId = false }: PersonProps) {
  const name = useName(id)
  if (!name) return <Code text={id} />
  if (!withId)
    return (
      <bdi title={id} className="inline-block md:min-w-28">
        {name}
      </bdi>
    )
  return (
    <span className="inline-flex flex-col">
      {/* An underline of a link around both doesn't reach into a flex container. */}
      <span className="in-[a]:underline in-[a]:underline-offset-3">
        <bdi>{name}</bdi>
      </span>
      <span className="text-12 text-ink-2">
        <Code text={id} />
      </span>
    </span>
  )
}
