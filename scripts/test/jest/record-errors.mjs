// In `npm test` only: records which call returned which error during the service tests. errors.mjs compares them with
// the errors that the contracts declare.
import { appendFileSync } from 'node:fs'
import { RpcInterceptor } from '../../../libs/messaging/src/rpc.js'

const { measured } = RpcInterceptor.prototype
RpcInterceptor.prototype.measured = async function (contract, ...rest) {
  const reply = await measured.call(this, contract, ...rest)
  if (!reply.ok)
    appendFileSync(process.env.HISSA_TEST_ERRORS, `${contract.name} ${reply.problem.code} ${reply.problem.status}\n`)
  return reply
}
