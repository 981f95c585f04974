import {
  GetDisclosures,
  GetDocument,
  GetHome,
  GetLegalTexts,
  GetProperty,
  GetPropertyBody,
  ListProperties,
  ListPropertiesBody,
  ListPropertiesQuery,
  LocaleQuery,
} from '../property/index.js'
import { DISCLOSURE, HOME, LEGAL_TEXT, PROPERTY, PROPERTY_ID, PROPERTY_SUMMARY } from './examples/property.js'
import { success, type Operation } from './operation.js'

const tag = 'properties'

export const properties: readonly Operation[] = [
  {
    id: 'listProperties',
    method: 'get',
    path: '/api/properties',
    tag,
    summary: 'List published offerings',
    description:
      '`count` is how many are returned and `scannedCount` how many match. `cursor` is absent on the last page. `minPrice` ' +
      'and `maxPrice` are AED. `beds` is a number, or a number and `+` for that many or more.',
    calls: [ListProperties],
    query: ListPropertiesQuery,
    response: {
      status: 200,
      description: 'A page of offerings.',
      schema: ListPropertiesBody,
      example: {
        success: true,
        properties: [PROPERTY_SUMMARY],
        count: 1,
        scannedCount: 1,
        filters: { status: 'active', sort: 'newest' },
      },
    },
  },
  {
    id: 'getProperty',
    method: 'get',
    path: '/api/properties/{id}',
    tag,
    summary: 'Read a property',
    description: '`id` is the property’s id or its slug, in any case.',
    calls: [GetProperty],
    params: { id: PROPERTY_ID },
    response: {
      status: 200,
      description: 'The property with its offering.',
      schema: GetPropertyBody,
      example: { success: true, property: PROPERTY },
    },
  },
  {
    id: 'getPropertyDocument',
    method: 'get',
    path: '/api/properties/{id}/documents/{documentId}',
    tag,
    summary: 'Read a document of an offering',
    calls: [GetDocument],
    params: { id: PROPERTY_ID, documentId: 'key-facts' },
    query: LocaleQuery,
    headers: ['Accept-Language'],
    response: { status: 200, description: 'The document as a page without scripts.', contentType: 'text/html' },
  },
  {
    id: 'getDisclosures',
    method: 'get',
    path: '/api/disclosures',
    tag,
    summary: 'Read the disclosures that an order requires',
    calls: [GetDisclosures],
    query: LocaleQuery,
    headers: ['Accept-Language'],
    response: {
      status: 200,
      description: 'The current disclosures.',
      schema: success(GetDisclosures.output),
      example: { success: true, documents: [DISCLOSURE] },
    },
  },
  {
    id: 'getLegalTexts',
    method: 'get',
    path: '/api/legal',
    tag,
    summary: 'Read the terms, the privacy notice and the complaints procedure',
    calls: [GetLegalTexts],
    query: LocaleQuery,
    headers: ['Accept-Language'],
    response: {
      status: 200,
      description: 'The current legal texts.',
      schema: success(GetLegalTexts.output),
      example: { success: true, documents: [LEGAL_TEXT] },
    },
  },
  {
    id: 'getHome',
    method: 'get',
    path: '/api/home',
    tag,
    summary: 'Read the figures of the home page',
    calls: [GetHome],
    response: {
      status: 200,
      description: 'Figures of the open offerings. A figure is null if no offering states it.',
      schema: success(GetHome.output),
      example: { success: true, ...HOME },
    },
  },
]
