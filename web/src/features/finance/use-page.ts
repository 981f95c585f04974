import { useSearchParams } from 'react-router-dom'

/** Reads the page's position from the address, and changes parameters of the address. Null removes one. */
export function usePage() {
  const [params, setParams] = useSearchParams()
  const cursor = params.get('after')
  const set = (change: Record<string, string | null>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(change))
        if (value) next.set(name, value)
        else next.delete(name)
      return next
    })
  return { params, set, after: cursor ? { cursor } : {} }
}
