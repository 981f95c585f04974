import type { Notice } from '@hissa/contracts/notification'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { useGetUnreadQuery, useReadNoticesMutation } from './notices-api.js'

/** Marks everything up to the newest notice on the screen as read; one that arrives later stays unread. */
export function MarkAll({ notices, kind }: { notices: readonly Notice[]; kind: 'quiet' | 'secondary' }) {
  const t = useT()
  const { data: unread = 0 } = useGetUnreadQuery()
  const [markAll, { isLoading }] = useReadNoticesMutation()
  const [newest] = notices
  if (!newest || unread === 0) return null
  const mark = async () => {
    const { error } = await markAll(newest.noticeId)
    if (error) showToast({ kind: 'error', text: t('notices.notMarked') })
  }
  return (
    <Button kind={kind} size="s" busyText={isLoading && t('notices.marking')} onClick={() => void mark()}>
      {t('notices.markAll')}
    </Button>
  )
}
