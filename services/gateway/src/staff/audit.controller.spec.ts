import { describe, expect, it } from '@jest/globals'
import { auditedServices, AuditQuery } from '@hissa/contracts/audit'
import type { RpcClient } from '@hissa/messaging'
import type { HttpCaller } from '../http/caller.js'
import { AuditController } from './audit.controller.js'

/** Lists as a caller with these roles; returns the response and the services that were asked. */
async function listAs(roles: string[], query: object = {}) {
  const asked: string[] = []
  const call = ({ name }: { name: string }) => {
    asked.push(name.replace('.listAudit', ''))
    return Promise.resolve({ rows: [], hasMore: false })
  }
  const controller = new AuditController({ call } as unknown as RpcClient)
  const answer = await controller.list({ roles, token: 'token' } as unknown as HttpCaller, AuditQuery.parse(query))
  return { asked, answer }
}

describe('audit rows of all services', () => {
  it('are read by compliance staff in every service', async () => {
    const { asked, answer } = await listAs(['compliance', 'admin'])
    expect(asked).toEqual([...auditedServices])
    expect(answer).toMatchObject({ missing: [], withheld: [] })
  })

  it('are read by administrators without those about identity verification, which the page says', async () => {
    const { asked, answer } = await listAs(['admin'])
    expect(asked).toEqual(auditedServices.filter((service) => service !== 'kyc'))
    expect(answer).toMatchObject({ withheld: ['kyc'] })
    const only = await listAs(['admin'], { service: 'kyc' })
    expect(only).toMatchObject({ asked: [], answer: { rows: [], missing: [], withheld: ['kyc'] } })
  })

  it('are asked for by others, whom the services refuse', async () => {
    expect((await listAs(['investor'], { service: 'kyc' })).asked).toEqual(['kyc'])
  })
})
