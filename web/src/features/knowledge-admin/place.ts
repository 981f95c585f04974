import { useSearchParams } from 'react-router-dom'

export const TABS = ['articles', 'test', 'gaps', 'import'] as const
export type Tab = (typeof TABS)[number]

const PAGE = '/mae-knowledgebase-admin'

/** Returns the address of a place in the console. */
export function placeOf(params: Record<string, string> = {}): string {
  const text = new URLSearchParams(params).toString()
  return text ? `${PAGE}?${text}` : PAGE
}

/** Returns the address of an article. */
export const articlePath = (articleId: string) => placeOf({ article: articleId })

/** Returns the address of a new draft that begins with a question. */
export const newArticlePath = (question?: string, language?: string) =>
  placeOf({ edit: 'new', ...(question && { question }), ...(language && { language }) })

/** Reads the place from the address, and changes its parameters; null removes one. */
export function usePlace() {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'articles'
  const set = (change: Record<string, string | null>, options?: { replace: boolean }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(change))
        if (value) next.set(name, value)
        else next.delete(name)
      return next
    }, options)
  return { params, tab, set }
}
