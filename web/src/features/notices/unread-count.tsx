import { useEffect } from 'react'
import { useGetUnreadQuery } from './notices-api.js'

/** Shows nothing, and passes on how many notices are unread. Loaded once the page has settled. */
export function UnreadCount({ onChange }: { onChange: (unread: number) => void }) {
  const { data = 0 } = useGetUnreadQuery()
  useEffect(() => onChange(data), [data, onChange])
  return null
}
