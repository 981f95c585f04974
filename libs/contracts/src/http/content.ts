import {
  DecidePublication,
  GetLegalVersion,
  ListLegalVersions,
  ListPublications,
  LocaleQuery,
  ProposePublication,
  ProposePublicationBody,
  PublicationBody,
  PublicationDecisionBody,
  PublicationsBody,
  PublicationsQuery,
  WithdrawPublication,
} from '../property/index.js'
import { APPROVAL_ID, LEGAL_VERSION, OFFERING_TERMS, PROPERTY_ID, PUBLICATION } from './examples/property.js'
import { success, type Operation } from './operation.js'

const tag = 'content'
const published = (description: string, state: string, status: 200 | 201 = 200) => ({
  status,
  description,
  schema: PublicationBody,
  example: { success: true, publication: { ...PUBLICATION, state } },
})

export const content: readonly Operation[] = [
  {
    id: 'listPublications',
    method: 'get',
    path: '/api/publications',
    tag,
    summary: 'List publications that need a second person, oldest first',
    calls: [ListPublications],
    query: PublicationsQuery,
    response: {
      status: 200,
      description: 'A page of publications. `cursor` is absent on the last page.',
      schema: PublicationsBody,
      example: { success: true, publications: [{ ...PUBLICATION, makerName: 'Layla Haddad' }], count: 1 },
    },
  },
  {
    id: 'proposePublication',
    method: 'post',
    path: '/api/publications',
    tag,
    summary: 'Propose to publish the terms of an offering',
    calls: [ProposePublication],
    body: {
      schema: ProposePublicationBody,
      example: { propertyId: PROPERTY_ID, terms: OFFERING_TERMS, reason: PUBLICATION.reason },
    },
    response: published('The proposal.', 'pending', 201),
  },
  {
    id: 'decidePublication',
    method: 'post',
    path: '/api/publications/{id}/decision',
    tag,
    summary: 'Approve or reject another person’s proposal',
    description: 'Approved terms become public immediately.',
    calls: [DecidePublication],
    params: { id: APPROVAL_ID },
    body: {
      schema: PublicationDecisionBody,
      example: { verdict: 'approve', reason: 'Agrees with the signed term sheet' },
    },
    response: published('The publication as decided.', 'approved'),
  },
  {
    id: 'withdrawPublication',
    method: 'post',
    path: '/api/publications/{id}/withdrawal',
    tag,
    summary: 'Withdraw your own proposal to publish',
    calls: [WithdrawPublication],
    params: { id: APPROVAL_ID },
    response: published('The publication as withdrawn.', 'withdrawn'),
  },
  {
    id: 'listLegalVersions',
    method: 'get',
    path: '/api/legal/versions',
    tag,
    summary: 'List every published version of the legal texts',
    description: 'Also of the disclosures that orders require. A published version never changes.',
    calls: [ListLegalVersions],
    response: {
      status: 200,
      description: 'The versions, by document, the newest first.',
      schema: success(ListLegalVersions.output),
      example: { success: true, versions: [LEGAL_VERSION] },
    },
  },
  {
    id: 'getLegalVersion',
    method: 'get',
    path: '/api/legal/versions/{documentId}/{version}',
    tag,
    summary: 'Read the wording of a published version',
    calls: [GetLegalVersion],
    params: { documentId: 'terms', version: '4' },
    query: LocaleQuery,
    headers: ['Accept-Language'],
    response: {
      status: 200,
      description: 'The version as it was published.',
      schema: success(GetLegalVersion.output),
      example: {
        success: true,
        version: LEGAL_VERSION,
        locale: 'en',
        sections: [{ title: 'Who we are', paragraphs: ['Hissa operates this platform.'] }],
        statement: null,
      },
    },
  },
]
