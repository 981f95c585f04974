import { MAX_PICTURES, type PropertyRecord } from '@hissa/contracts/property'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../../api/api.js'
import { useT, type MessageId } from '../../../i18n/i18n.js'
import { cx } from '../../../lib/cx.js'
import { showToast } from '../../../lib/toast.js'
import { Button } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { Notice } from '../../../ui/states.js'
import { ChosenPicture } from './chosen-picture.js'
import { faultsOf, listOf, PICTURE_TYPES, pictureRefusal, type CaptionFaults } from './pictures.js'
import { useChangePicturesMutation } from './records-api.js'
import { moverId, StoredPicture, type Shown } from './stored-picture.js'

interface PicturesSectionProps {
  record: PropertyRecord
  isReadOnly: boolean
  /** Is called with the property as it is stored after an upload or a change. */
  onSaved: (property: PropertyRecord) => void
  /** Is called when there are unsaved changes or files that are not uploaded, and when there are no longer any. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** Shows the uploaded pictures of a property: uploads them, and changes their captions and order. */
export function PicturesSection({ record, isReadOnly, onSaved, onUnsaved }: PicturesSectionProps) {
  const t = useT()
  const dispatch = useDispatch()
  const [files, setFiles] = useState<readonly { id: string; file: File }[]>([])
  const list = useList(record, onSaved)
  const { shown } = list
  const isUnsaved = list.isChanged || files.length > 0
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])
  const choose = (chosen: readonly File[]) =>
    setFiles((before) => [...before, ...chosen.map((file) => ({ id: crypto.randomUUID(), file }))])
  const leave = (id: string) => setFiles((before) => before.filter((each) => each.id !== id))
  const free = MAX_PICTURES - shown.length
  return (
    <section aria-labelledby="pictures-title" className="flex flex-col gap-5">
      <h2 id="pictures-title" className="text-22">
        {t('offerings.pictures.title')}
      </h2>
      <p className="max-w-[68ch] text-13 text-ink-2">
        {t(isReadOnly ? 'offerings.pictures.fixed' : 'offerings.pictures.lead', { maximum: MAX_PICTURES })}
      </p>
      {shown.length === 0 && (
        <p className="rounded-m border border-line p-4 text-15 text-ink-2">{t('offerings.pictures.empty')}</p>
      )}
      {shown.length > 0 && <Stored list={list} isReadOnly={isReadOnly} />}
      {!isReadOnly && (
        <>
          <SavePictures list={list} />
          {files.length > 0 && (
            <ul className="flex flex-col gap-4">
              {files.map(({ id, file }) => (
                <ChosenPicture
                  key={id}
                  propertyId={record.propertyId}
                  file={file}
                  onDiscard={() => leave(id)}
                  onUploaded={(property) => {
                    leave(id)
                    list.add(property)
                    onSaved(property)
                    dispatch(api.util.invalidateTags(['Publication']))
                    showToast({ kind: 'success', text: t('offerings.pictures.added') })
                  }}
                />
              ))}
            </ul>
          )}
          {free > 0 ? <Choose onFiles={choose} /> : <Notice tone="info">{t('offerings.pictures.fault.full')}</Notice>}
        </>
      )}
    </section>
  )
}

/** What the user has changed, and the stored list that it began with. */
interface Draft {
  pictures: readonly Shown[]
  from: string
}

const textOf = (pictures: readonly Shown[]) => JSON.stringify(listOf(pictures))

/** Holds the pictures with the changes that are not saved yet. */
function useList(record: PropertyRecord, onSaved: (property: PropertyRecord) => void) {
  const t = useT()
  const [draft, setDraft] = useState<Draft>()
  const [faults, setFaults] = useState<Record<string, CaptionFaults>>({})
  const [refusal, setRefusal] = useState<MessageId>()
  const [change, { isLoading }] = useChangePicturesMutation()
  const { propertyId, version, uploads } = record
  const stored = textOf(uploads)
  const shown = draft?.pictures ?? uploads
  const edit = (pictures: readonly Shown[]) => setDraft({ pictures, from: draft?.from ?? stored })
  const discard = () => {
    setDraft(undefined)
    setFaults({})
    setRefusal(undefined)
  }
  const save = async () => {
    const wrong = faultsOfAll(shown)
    setFaults(wrong)
    setRefusal(undefined)
    if (Object.keys(wrong).length > 0) return setRefusal('offerings.pictures.fault.captions')
    // A colleague's new picture must not be removed because it was not shown when the changes began.
    if (draft && draft.from !== stored) return setRefusal('offerings.pictures.fault.overtaken')
    const { data, error } = await change({ propertyId, version, pictures: listOf(shown) })
    if (!data) return setRefusal(pictureRefusal(error))
    discard()
    onSaved(data)
    showToast({ kind: 'success', text: t('offerings.pictures.saved') })
  }
  /** Adds a picture that was uploaded while others have unsaved changes. */
  const add = (next: PropertyRecord) =>
    setDraft((before) => {
      const last = next.uploads.at(-1)
      if (!before || !last || textOf(next.uploads.slice(0, -1)) !== before.from) return before
      return { pictures: [...before.pictures, last], from: textOf(next.uploads) }
    })
  return { shown, isChanged: textOf(shown) !== stored, faults, refusal, isSaving: isLoading, edit, save, discard, add }
}

const faultsOfAll = (pictures: readonly Shown[]): Record<string, CaptionFaults> =>
  Object.fromEntries(
    pictures
      .map(({ pictureId, caption }) => [pictureId, faultsOf(caption)] as const)
      .filter(([, each]) => each.en ?? each.ar),
  )
type List = ReturnType<typeof useList>

function Stored({ list: { shown, faults, edit, isSaving }, isReadOnly }: { list: List; isReadOnly: boolean }) {
  const t = useT()
  const moved = useRef<{ pictureId: string; steps: -1 | 1 }>(undefined)
  const [said, setSaid] = useState('')
  // The browser drops the focus of a button that moves, and of one that becomes disabled at an end of the list.
  useLayoutEffect(() => {
    if (!moved.current) return
    const { pictureId, steps } = moved.current
    moved.current = undefined
    for (const each of [steps, -steps as -1 | 1]) {
      const button = document.getElementById(moverId(pictureId, each)) as HTMLButtonElement | null
      if (button && !button.disabled) return button.focus()
    }
  }, [shown])
  const move = (index: number, steps: -1 | 1) => {
    const next = [...shown]
    const [picture] = next.splice(index, 1)
    next.splice(index + steps, 0, picture!)
    moved.current = { pictureId: picture!.pictureId, steps }
    setSaid(t('offerings.pictures.position', { position: index + steps + 1, total: shown.length }))
    edit(next)
  }
  return (
    <fieldset disabled={isSaving} className="min-w-0">
      <ol className="flex flex-col gap-4">
        {shown.map((picture, index) => (
          <StoredPicture
            key={picture.pictureId}
            {...{ picture, index, total: shown.length, isReadOnly }}
            faults={faults[picture.pictureId] ?? {}}
            onWords={(words) => edit(shown.map((each) => (each === picture ? { ...each, ...words } : each)))}
            onMove={(steps) => move(index, steps)}
            onRemove={() => edit(shown.filter((each) => each !== picture))}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

function SavePictures({ list: { isChanged, refusal, isSaving, save, discard } }: { list: List }) {
  const t = useT()
  return (
    <>
      <div role="alert">{refusal && <Notice tone="bad">{t(refusal)}</Notice>}</div>
      {(isChanged || refusal) && (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => void save()} busyText={isSaving && t('offerings.saving')}>
            {t('offerings.pictures.save')}
          </Button>
          <Button kind="secondary" onClick={discard} disabled={isSaving}>
            {t('offerings.discard')}
          </Button>
          <p role="status" className="text-13 text-ink-2">
            {t('offerings.unsaved')}
          </p>
        </div>
      )}
    </>
  )
}

/** Renders the place where files are dropped, which is also the button that chooses them. */
function Choose({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useT()
  const [isOver, setOver] = useState(false)
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      className={cx(
        'flex min-h-32 cursor-pointer flex-col items-center justify-center gap-2 rounded-m border border-dashed bg-surface p-4 text-center text-15 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOver ? 'border-primary bg-primary-soft' : 'border-field hover:border-ink-2',
      )}
    >
      <Icon name="upload" className="text-ink-2" />
      <span className="font-medium">{t('offerings.pictures.choose')}</span>
      <span className="text-13 text-ink-2">{t('offerings.pictures.chooseHint')}</span>
      <input
        type="file"
        multiple
        accept={PICTURE_TYPES.join(',')}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
