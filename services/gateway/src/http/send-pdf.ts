import type { FastifyReply } from 'fastify'

/** Sends a PDF that the browser shows, and saves under the file name. */
export function sendPdf(reply: FastifyReply, { fileName, bodyBase64 }: { fileName: string; bodyBase64: string }): void {
  void reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${fileName}"`)
    .send(Buffer.from(bodyBase64, 'base64'))
}
