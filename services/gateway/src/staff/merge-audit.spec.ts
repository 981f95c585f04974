import { describe, expect, it } from '@jest/globals'
import type { AuditRecord } from '@hissa/contracts/audit'
import { mergeAudit } from './merge-audit.js'

const row = (id: string, at: string): AuditRecord => ({
  ...{ service: 'kyc', id, at, actor: 'officer', roles: [], action: 'case.read', subject: null, detail: {} },
  ...{ seq: null, hash: null },
})
const old = row('a', '2026-11-21T08:00:00.000Z')
const middle = row('b', '2026-11-21T09:00:00.000Z')
const sameTime = row('c', '2026-11-21T09:00:00.000Z')
const last = row('d', '2026-11-21T10:00:00.000Z')
const page = (...rows: AuditRecord[]) => ({ rows, hasMore: false })

describe('merged audit rows', () => {
  it('are ordered by time, and by id at the same time, newest first', () =>
    expect(mergeAudit([page(last, middle), page(sameTime, old)], 4)).toEqual(page(last, sameTime, middle, old)))

  it('end at the limit, and say that rows follow', () =>
    expect(mergeAudit([page(last, middle), page(old)], 2)).toEqual({ rows: [last, middle], hasMore: true }))

  it('say that rows follow if one service has more', () =>
    expect(mergeAudit([{ rows: [last], hasMore: true }, page()], 1)).toEqual({ rows: [last], hasMore: true }))
})
