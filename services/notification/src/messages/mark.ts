import { readMarkPng } from '@hissa/brand'

/** Names the picture inside a message. */
export const MARK_CID = 'mark@hissa'

/** The mark as a part of each message, so that no client loads it from a server. */
export const markPart = {
  filename: 'hissa.png',
  contentType: 'image/png',
  contentDisposition: 'inline',
  cid: MARK_CID,
  content: readMarkPng(),
} as const
