import {
  GetRegister,
  GetRegisterProof,
  ListRegisters,
  PageQuery,
  RegisterProofQuery,
  RegisterQuery,
} from '../investment/index.js'
import { PROVEN_ENTRY, REGISTER, REGISTER_ENTRY } from './examples/register.js'
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
      'Newest first. A register states all holdings with registered shares at midnight in Dubai, without names. Its ' +
      'root is stored on the blockchain.',
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
    id: 'getRegister',
    method: 'get',
    path: '/api/register/{sequence}',
    tag,
    summary: 'Read a register and its entries',
    description:
      'Entries are ordered by property and holder. The leaf of an entry is the JSON of `account`, `holder`, `propertyId` ' +
      'and `units`, in this order and without spaces; `root` is the RFC 6962 root of all leaves. `holder` is a pseudonym ' +
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
    id: 'getRegisterProof',
    method: 'get',
    path: '/api/register/{sequence}/proof',
    tag,
    summary: 'Read your own entries of a register with their proofs',
    description: 'Each proof leads from the leaf to the root of the register, and can be verified without Hissa.',
    calls: [GetRegisterProof],
    params,
    query: RegisterProofQuery,
    response: {
      status: 200,
      description: 'The caller’s entries; none if the caller held no registered shares.',
      schema: success(GetRegisterProof.output),
      example: { success: true, register: REGISTER, entries: [PROVEN_ENTRY] },
    },
  },
]
