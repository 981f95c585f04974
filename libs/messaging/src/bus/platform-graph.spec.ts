import { describe, expect, it } from '@jest/globals'
import type { ServiceManifest } from '@hissa/kernel'
import { servicesCalledBy, platformGraph } from './platform-graph.js'

const kyc: ServiceManifest = {
  name: 'kyc',
  summary: 'Identity verification.',
  needs: ['mongodb', 'storage'],
  collections: ['cases'],
  environment: [],
  ports: [],
}
const port = { setting: 'PORT', hostSetting: 'HOST', port: 8080, isPublic: true }
const gateway: ServiceManifest = { ...kyc, name: 'gateway', needs: [], collections: [], ports: [port] }
const graph = platformGraph([kyc, gateway])

describe('platformGraph', () => {
  it('lists services, and stores with their collections', () => {
    expect(graph.services.map(({ name, isPublic }) => [name, isPublic])).toEqual([
      ['kyc', false],
      ['gateway', true],
    ])
    expect(graph.stores).toEqual([
      { service: 'kyc', need: 'mongodb', collections: ['cases'] },
      { service: 'kyc', need: 'storage' },
    ])
  })

  it('has one edge for all calls from one service to another', () => {
    const callsOf = (from: string, to: string) =>
      graph.calls.filter((edge) => edge.from === from && edge.to === to).map(({ calls }) => calls.sort())
    expect(callsOf('kyc', 'identity')).toEqual([['identity.getSubjectFacts', 'identity.listRevocations']])
    expect(callsOf('kyc', 'property')).toEqual([])
    expect(callsOf('property', 'identity')).toEqual([['identity.getStaffName', 'identity.listRevocations']])
    const ofGateway = graph.calls.find(({ from, to }) => from === 'gateway' && to === 'kyc')
    expect(ofGateway!.calls).toEqual(expect.arrayContaining(['kyc.submit', 'kyc.health']))
  })

  it('has an edge for each event and consumer, and for each core NATS subscription', () => {
    expect(graph.events).toContainEqual({
      from: 'kyc',
      to: 'identity',
      type: 'kyc.case.approved.v1',
      consumer: 'identity-move-status-when-kyc-approved',
    })
    expect(graph.events).toContainEqual({ from: 'kyc', to: 'gateway', type: 'kyc.case.approved.v1' })
    expect(graph.events).toContainEqual({ from: 'identity', to: 'kyc', type: 'identity.session.revoked.v1' })
    const own = graph.events.filter(({ from, to }) => from === to)
    const steps = ['paid', 'allotted', 'cancelled', 'disputed']
    expect(own.map(({ consumer }) => consumer)).toEqual(
      steps.map((step) => `investment-post-points-when-order-${step}`),
    )
  })
})

describe('servicesCalledBy', () => {
  it('lists the services that a service calls, other than for their health', () => {
    expect(servicesCalledBy('gateway')).toEqual(expect.arrayContaining(['identity', 'investment', 'kyc', 'property']))
    expect(servicesCalledBy('notification')).toEqual(['identity', 'investment'])
  })
})
