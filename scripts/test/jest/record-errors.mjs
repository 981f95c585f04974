// With RECORD_ERRORS=1 only: records which call returned which error, in a file that start-engines.mjs creates.
// stop-engines.mjs merges it into libs/contracts/test/provoked-errors.json.
import { appendFileSync } from 'node:fs'
import { RpcInterceptor } from '../../../libs/messaging/src/rpc.js'

const { measured } = RpcInterceptor.prototype
RpcInterceptor.prototype.measured = async function (contract, ...rest) {
  const reply = await measured.call(this, contract, ...rest)
  if (!reply.ok)
    appendFileSync(process.env.ERRORS_FILE, `${contract.name} ${reply.problem.code} ${reply.problem.status}\n`)
  return reply
}
