import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import { CountUnreadNotices, ListNotices, MarkNoticeRead, MarkNoticesRead } from '@hissa/contracts/notification'
import { defineCursor, pageOf } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import * as z from 'zod/mini'
import { PropertyTitles } from '../../properties/property-titles.js'
import { noticeView } from './notice.js'
import { NoticeStore } from './notice.store.js'

const CURSOR = defineCursor('notices', z.tuple([z.int()]))

/** Handles the calls about a user's own notices. Another user's notice is not found, like one that does not exist. */
@Controller()
export class NoticesController {
  constructor(
    private readonly notices: NoticeStore,
    private readonly titles: PropertyTitles,
  ) {}

  @Rpc(ListNotices)
  async list(
    @Input() { cursor, limit }: In<typeof ListNotices>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof ListNotices>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const rows = await this.notices.list(userId, { before: after.value?.[0], limit: limit + 1 })
    const { page, next } = pageOf(rows, limit, ({ seq }) => CURSOR.encode([seq]))
    const titles = await this.titles.of(page.flatMap(({ propertyId }) => propertyId ?? []))
    const notices = page.map((row) => noticeView(row, titles.get(row.propertyId ?? '')))
    return ok({ notices, count: notices.length, ...next })
  }

  @Rpc(CountUnreadNotices)
  async count(@Caller() { userId }: Caller): Promise<Answer<typeof CountUnreadNotices>> {
    return ok({ unread: await this.notices.unreadCount(userId) })
  }

  @Rpc(MarkNoticeRead)
  async read(
    @Input() { noticeId }: In<typeof MarkNoticeRead>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof MarkNoticeRead>> {
    const marked = await this.notices.markRead(userId, noticeId)
    return marked ? ok(marked) : noNotice()
  }

  @Rpc(MarkNoticesRead)
  async readUpTo(
    @Input() { upTo }: In<typeof MarkNoticesRead>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof MarkNoticesRead>> {
    const marked = await this.notices.markReadUpTo(userId, upTo)
    return marked ? ok(marked) : noNotice()
  }
}

const noNotice = () => refuse(NOT_FOUND, 'There is no such notice. It may have been removed since.')
