import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { preferredEncoding, type Encoding } from './encodings.js'

/** Smaller responses take one or two packets, compressed or not. */
export const COMPRESS_FROM_BYTES = 1_024
// The client waits for the compression: a few per cent larger than the best quality, and many times faster.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }
const COMPRESSIBLE = /^text\/(?!event-stream)|[/+](json|xml|javascript|manifest\+json)\s*(;|$)/i
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body, GZIP),
}

/** Compresses a whole body on the thread pool. */
export const compressBody = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body)

/**
 * Compresses responses of 1 KB or more with Brotli or gzip, whichever the request prefers. Files of the web are
 * compressed at build time; WebSockets and media are not compressed. Requests are never decompressed, because a small
 * body could expand to an enormous one. docs/decisions/2026-11-22-compressed-answers.md lists what is not compressed
 * and why.
 */
export async function compressResponses(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    customTypes: COMPRESSIBLE,
    brotliOptions: BROTLI,
    zlibOptions: GZIP,
    globalDecompression: false,
  })
  // Runs before the plugin's own hook, which is added to each route.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!mayCompress(request, reply, payload)) {
      request.headers['x-no-compression'] = '1'
      return done(null, payload)
    }
    varyByEncoding(reply)
    if (request.method !== 'HEAD') return done(null, payload)
    asGetWould(request, reply, payload).then((body) => done(null, body), done)
  })
}

/** Returns whether this response may be compressed: large enough, text, complete, and without secrets. */
function mayCompress(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  if (reply.hasHeader('content-encoding')) return false
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return false
  if (sizeOf(reply, payload) < COMPRESS_FROM_BYTES) return false
  if (reply.statusCode === 206 || hasStrongTag(reply)) return false
  return !mixesSecrets(request)
}

/** Tokens next to text that the client chooses: the compressed length would reveal how similar the two are. */
const mixesSecrets = ({ method, url }: FastifyRequest) => /^\/idp(\/|\?|$)/.test(url) && !/^(GET|HEAD)$/.test(method)

/** A strong tag identifies exact bytes. Ours are versions, which clients send back in `If-Match`. */
const hasStrongTag = (reply: FastifyReply) => /^"/.test(String(reply.getHeader('etag') ?? ''))

function sizeOf(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  if (Buffer.isBuffer(payload)) return payload.byteLength
  if (payload === null || payload === undefined) return 0
  const stated = reply.getHeader('content-length')
  return stated === undefined ? Infinity : Number(stated)
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) void reply.header('vary', 'accept-encoding')
  else if (!/accept-encoding|\*/i.test(String(vary))) void reply.header('vary', `${String(vary)}, accept-encoding`)
}

/** Gives a response to HEAD the same headers as to GET. */
async function asGetWould(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  if (!encoding || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload
  void reply.header('content-encoding', encoding)
  return compressBody(Buffer.from(payload), encoding)
}
