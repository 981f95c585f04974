import type { Notice } from '@hissa/contracts/notification'
import { api } from '../../api/api.js'
import { pageOf, pageParams, paging, type Page } from '../../api/paged-table.js'

/** Endpoints of the user's notices. A live event makes them stale when one arrives, or is read on another device. */
const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotices: build.infiniteQuery<Page<Notice>, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/notifications', params: pageParams(pageParam) }),
      transformResponse: ({ notices, cursor }: { notices: Notice[]; cursor?: string }) => pageOf(notices, cursor),
      providesTags: ['Notice'],
    }),
    getUnread: build.query<number, void>({
      query: () => ({ url: '/notifications/unread' }),
      transformResponse: ({ unread }: { unread: number }) => unread,
      providesTags: ['Notice'],
    }),
    readNotice: build.mutation<unknown, string>({
      query: (noticeId) => ({ url: `/notifications/${encodeURIComponent(noticeId)}/read`, method: 'POST' }),
      invalidatesTags: ['Notice'],
    }),
    /** Marks a notice and all before it as read. */
    readNotices: build.mutation<unknown, string>({
      query: (upTo) => ({ url: '/notifications/read', method: 'POST', body: { upTo } }),
      invalidatesTags: ['Notice'],
    }),
  }),
})

export const { useGetNoticesInfiniteQuery, useGetUnreadQuery, useReadNoticeMutation, useReadNoticesMutation } =
  noticesApi
