import type { ClientSession, Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { SealedFields } from '../crypto/subject-vault.js'
import type { UserStore } from '../users/user.store.js'

export interface Note {
  noteId: string
  userId: string
  /** User id of the member of staff. */
  by: string
  at: Date
  text: string
  /** The explanation of an act: shown with the act and not among the notes. */
  isReason?: boolean
}

interface NoteRow extends Omit<Note, 'noteId' | 'text'> {
  _id: string
  /** The text, sealed with the key of the user whom it is about. */
  sealed: SealedFields
}

const schema = new Schema<NoteRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
    sealed: { type: Schema.Types.Mixed, required: true },
    isReason: Boolean,
  },
  { versionKey: false },
)
schema.index({ userId: 1, _id: 1 }, { name: 'user' })

/** Stores what staff noted about users. Notes are added and never changed. */
export class UserNoteStore {
  private readonly model: Model<NoteRow>

  constructor(
    connection: Connection,
    private readonly users: UserStore,
  ) {
    this.model = connection.model<NoteRow>('user_notes', schema, 'user_notes')
  }

  async add({ noteId, text, ...note }: Note, session: ClientSession): Promise<void> {
    const sealed = await this.users.sealFor(note.userId, { [fieldOf(noteId)]: text }, session)
    await this.model.insertMany([{ _id: noteId, ...note, sealed }], { session })
  }

  /** Returns the notes about a user, newest first, without the explanations of acts. */
  async about(userId: string, limit: number): Promise<Note[]> {
    const notes = this.model.find({ userId, isReason: { $ne: true } }).sort({ _id: -1 })
    return this.open(userId, await notes.limit(limit).lean<NoteRow[]>())
  }

  /** Returns the texts about a user with these ids, by id. */
  async texts(userId: string, noteIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.model.find({ userId, _id: { $in: [...noteIds] } }).lean<NoteRow[]>()
    return new Map((await this.open(userId, rows)).map(({ noteId, text }) => [noteId, text]))
  }

  private async open(userId: string, rows: readonly NoteRow[]): Promise<Note[]> {
    const sealed = rows.map((row) => row.sealed)
    const opened = await this.users.openOf(userId, sealed)
    return rows.map(({ _id: noteId, by, at }, index) => {
      return { noteId, userId, by, at, text: opened[index]![fieldOf(noteId)]! }
    })
  }
}

/** The name of the sealed field contains the note's id, so that one text can't be moved to another note. */
const fieldOf = (noteId: string) => `note-${noteId}`
