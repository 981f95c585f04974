import {
  CertificateBody,
  CheckCertificate,
  CheckCertificateBody,
  GetCertificate,
  GetRegister,
  GetRegisterCash,
  GetRegisterProof,
  GetTrackRecord,
  ListRegisters,
  PageQuery,
  PdfQuery,
  RegisterProofQuery,
  RegisterQuery,
} from '../investment/index.js'
import { PROPERTY_REF } from './examples/investing.js'
import { CASH_ENTRY, PROVEN_CASH, PROVEN_ENTRY, REGISTER, REGISTER_ENTRY, TRACK_RECORD } from './examples/register.js'
import { success, type Operation } from './operation.js'

const tag = 'register'
const params = { sequence: String(REGISTER.sequence) }

export const register: readonly Operation[] = [
  {
    id: 'listRegisters',
    method: 'get',
    path: '/api/register',
    tag,
    summary: 'List the published registers',
    description:
      'Newest first. A register states all holdings with registered shares, and all cash of investors, at midnight in ' +
      'Dubai, without names. Its root is stored on the blockchain.',
    calls: [ListRegisters],
    query: PageQuery,
    response: {
      status: 200,
      description: 'A page of registers.',
      schema: success(ListRegisters.output),
      example: { success: true, registers: [REGISTER], count: 1 },
    },
  },
  {
    id: 'getTrackRecord',
    method: 'get',
    path: '/api/track-record',
    tag,
    summary: 'Read what the platform has done so far',
    description:
      'Shares that investors own in completed raises, what failed raises released to their buyers with fees, the rent ' +
      'that investors have been paid, and the newest published register. At most half a minute old.',
    calls: [GetTrackRecord],
    response: {
      status: 200,
      description: 'The figures, with their date. A figure is zero if nothing of its kind has happened.',
      schema: success(GetTrackRecord.output),
      example: { success: true, ...TRACK_RECORD },
    },
  },
  {
    id: 'getRegister',
    method: 'get',
    path: '/api/register/{sequence}',
    tag,
    summary: 'Read a register and its entries',
    description:
      'Entries are ordered by property and holder. The leaf of an entry is the JSON of `account`, `holder`, `propertyId` ' +
      'and `units`, in this order and without spaces. `root` is the RFC 6962 root of all leaves: these, then those of ' +
      '[cash](#operation/getRegisterCash), then the JSON of `books` with its keys in alphabetical order. `holder` is a pseudonym ' +
      'that differs in each register. `account` does not: it links the entries of one holder to each other, and to the chain.',
    calls: [GetRegister],
    params,
    query: RegisterQuery,
    response: {
      status: 200,
      description: 'The register with a page of its entries.',
      schema: success(GetRegister.output),
      example: { success: true, register: REGISTER, entries: [REGISTER_ENTRY] },
    },
  },
  {
    id: 'getRegisterCash',
    method: 'get',
    path: '/api/register/{sequence}/cash',
    tag,
    summary: 'Read the cash entries of a register',
    description:
      'Each investor’s cash has one entry for each digit of its amount in fils, so that no amount can be recognised in ' +
      'another register. The leaf of an entry is the JSON of `amountFils` and `holder`, in this order and without spaces. ' +
      'Entries are ordered by `holder`, a pseudonym of one entry, and sum to `investorsFils` of `books`. Registers of ' +
      'earlier releases have neither.',
    calls: [GetRegisterCash],
    params,
    query: RegisterQuery,
    response: {
      status: 200,
      description: 'The register with a page of its cash entries.',
      schema: success(GetRegisterCash.output),
      example: { success: true, register: REGISTER, entries: [CASH_ENTRY] },
    },
  },
  {
    id: 'getRegisterProof',
    method: 'get',
    path: '/api/register/{sequence}/proof',
    tag,
    summary: 'Read your own entries of a register with their proofs',
    description:
      'Each proof leads from the leaf to the root of the register, and can be verified without Hissa. The first page has ' +
      'your cash with its proofs. `holder` of a cash entry is the SHA-256 of `secret`, a colon and `userId`.',
    calls: [GetRegisterProof],
    params,
    query: RegisterProofQuery,
    response: {
      status: 200,
      description: 'The caller’s entries; none if the caller held no registered shares. The caller’s cash.',
      schema: success(GetRegisterProof.output),
      example: { success: true, register: REGISTER, entries: [PROVEN_ENTRY], cash: PROVEN_CASH },
    },
  },
  {
    id: 'getCertificate',
    method: 'get',
    path: '/api/investments/{propertyId}/certificate',
    tag,
    summary: 'Read the certificate of your registered shares as PDF',
    description: 'It states your entry of the newest published register.',
    calls: [GetCertificate],
    params: { propertyId: REGISTER_ENTRY.propertyId },
    query: PdfQuery,
    headers: ['Accept-Language'],
    response: { status: 200, description: 'The certificate.', contentType: 'application/pdf' },
  },
  {
    id: 'checkCertificate',
    method: 'post',
    path: '/api/certificates/check',
    tag,
    summary: 'Check a certificate of shares',
    description:
      'Anyone who has a certificate can check it. The holder’s name is never returned: only whether a name is the printed one.',
    calls: [CheckCertificate],
    body: {
      schema: CheckCertificateBody,
      example: { sequence: 42, index: 0, code: 'c0ffee00c0ffee00c0ffee00c0ffee00', name: 'Amal Al Suwaidi' },
    },
    response: {
      status: 200,
      description: 'The entry with its register, and its proof.',
      schema: CertificateBody,
      example: { success: true, register: REGISTER, entry: PROVEN_ENTRY, property: PROPERTY_REF, nameMatches: true },
    },
  },
]
