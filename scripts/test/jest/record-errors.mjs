// Only with RECORD_ERRORS=1: notes which call answered with which error, in the file that start-engines.mjs made.
// stop-engines.mjs adds it to libs/contracts/test/provoked-errors.json.
import { appendFileSync } from 'node:fs'
import { RpcInterceptor } from '../../../libs/messaging/src/rpc.js'

const { measured } = RpcInterceptor.prototype
RpcInterceptor.prototype.measured = async function (contract, ...rest) {
  const reply = await measured.call(this, contract, ...rest)
  if (!reply.ok)
    appendFileSync(process.env.ERRORS_FILE, `${contract.name} ${reply.problem.code} ${reply.problem.status}\n`)
  return reply
}
