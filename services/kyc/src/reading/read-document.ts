import { ok, type ErrorsOf, type Result } from '@hissa/contracts'
import { GetSubjectFacts } from '@hissa/contracts/identity'
import { LINES_ON, type DocumentReading, type ReadDocument, type ReadField } from '@hissa/contracts/kyc'
import { accepts, CLOCK, type Clock } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { dubaiDate } from '../cases/business-days.js'
import { TRANSITIONS, type Case, type Upload } from '../cases/case.js'
import { caseNotFound, refuseCommand } from '../cases/case-errors.js'
import { CaseStore } from '../cases/case.store.js'
import { pictureWithLines, type StoredReading } from '../cases/stored-reading.js'
import { KYC_CONFIG, type KycConfig } from '../config.js'
import { FORMAT_OF } from '../mrz/read-typed-mrz.js'
import { readMrz, type MrzReading } from '../mrz/read-mrz.js'
import { comparedFields } from '../review/to-ticket.js'
import { ENGINE, ReadPicture } from './read-picture.js'
import type { PictureText } from './read-picture.worker.js'

/** The check digit that proves a field. */
const PROOFS: Partial<Record<ReadField['field'], string>> = {
  document_number: 'documentNumberCheckDigit',
  birth_date: 'birthDateCheckDigit',
  expiry_date: 'expirationDateCheckDigit',
}

/** Reads the lines of an applicant's document from its picture, once for each picture, and compares them with the profile. */
@Injectable()
export class ReadDocuments {
  /** Readings under way, by the picture's id: calls for the same picture wait for one reading. */
  private readonly underWay = new Map<string, Promise<Result<StoredReading, ErrorsOf<typeof ReadDocument>>>>()

  constructor(
    private readonly store: CaseStore,
    private readonly storage: Storage,
    private readonly pictures: ReadPicture,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KYC_CONFIG) private readonly config: KycConfig,
  ) {}

  async read(
    userId: string,
    caseId: string,
  ): Promise<Result<{ reading: DocumentReading }, ErrorsOf<typeof ReadDocument>>> {
    const current = await this.store.load(caseId)
    if (current?.userId !== userId) return caseNotFound()
    if (!accepts(TRANSITIONS, current.state, 'submit')) return refuseCommand({ code: 'KYC_NOT_OPEN' })
    const upload = pictureWithLines(current)
    if (!upload) return refuseCommand({ code: 'UPLOADS_MISSING', kinds: [LINES_ON[current.documentType]] })
    const known = await this.store.openReading(current, upload.documentId)
    const read = known ? ok(known) : await this.readOnce(current, upload)
    if (!read.ok) return read
    const facts = await this.rpc.ask(GetSubjectFacts, { userId })
    if (!facts.ok) return facts
    const { fullName, dateOfBirth, nationality } = facts.value
    const { at: _, ...stored } = read.value
    if (stored.lines.length === 0) return ok({ reading: { ...stored, outcome: 'not_read', fields: [], failures: [] } })
    const reading = readMrz(stored.lines, dubaiDate(this.clock.now()))
    const compared = comparedFields(current, {
      ...{ profileName: fullName, profileBirthDate: dateOfBirth, profileNationality: nationality },
      ...{ originalName: null, reading },
    })
    const failures = reading.failures.map(({ field, line, column, message }) => ({ field, line, column, message }))
    const outcome = failures.length === 0 ? 'read' : 'doubtful'
    return ok({ reading: { ...stored, outcome, fields: provenFields(compared, reading), failures } })
  }

  private readOnce(current: Case, upload: Upload): Promise<Result<StoredReading, ErrorsOf<typeof ReadDocument>>> {
    const { documentId } = upload
    const reading =
      this.underWay.get(documentId) ?? this.readPicture(current, upload).finally(() => this.underWay.delete(documentId))
    this.underWay.set(documentId, reading)
    return reading
  }

  private async readPicture(
    current: Case,
    { documentId, objectRef }: Upload,
  ): Promise<Result<StoredReading, ErrorsOf<typeof ReadDocument>>> {
    const read = await this.pictures.execute(current.userId, () => this.storage.get(current.userId, objectRef))
    if (!read.ok) return read
    const stored = {
      documentId,
      ...this.linesOf(current, read.value),
      engine: ENGINE,
      at: this.clock.now().toISOString(),
    }
    await this.store.saveReading(current, stored)
    return ok(stored)
  }

  /** Returns the lines, or why the applicant can't use them. */
  private linesOf(
    { documentType }: Case,
    text: PictureText,
  ): Pick<StoredReading, 'lines' | 'refusal' | 'corrections' | 'confidencePercent'> {
    const none = { lines: [], corrections: [], confidencePercent: text.found ? text.confidencePercent : 0 }
    if (!text.found) return { ...none, refusal: text.refusal }
    if (text.format !== FORMAT_OF[documentType]) return { ...none, refusal: 'other_document' }
    const { specimen } = readMrz(text.lines, dubaiDate(this.clock.now()))
    if (specimen && this.config.LOCAL_MODE !== '1') return { ...none, refusal: 'specimen' }
    return { ...none, lines: text.lines, corrections: text.corrections, refusal: null }
  }
}

/** Marks the fields that a matching check digit covers, and leaves out those that a document doesn't state. */
function provenFields(compared: ReturnType<typeof comparedFields>, { failures }: MrzReading): ReadField[] {
  return compared
    .filter(({ extracted }) => extracted !== null)
    .map((each) => {
      const proof = PROOFS[each.field]
      return { ...each, proven: proof !== undefined && !failures.some(({ field }) => field === proof) }
    })
}
