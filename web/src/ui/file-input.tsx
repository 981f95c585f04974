import { useState, type InputHTMLAttributes } from 'react'
import { useT } from '../i18n/i18n.js'

type FileInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'onChange'> & {
  onFile: (file: File | undefined) => void
}

/**
 * Renders a field for one file as a button with the file's name beside it, in the page's language: the browser's own
 * field has the language of the browser.
 */
export function FileInput({ onFile, ...rest }: FileInputProps) {
  const t = useT()
  const [name, setName] = useState<string>()
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-s text-15 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <span className="inline-flex min-h-11 shrink-0 items-center rounded-s border border-line-strong px-4 font-medium hover:bg-sunken">
        {t('ui.file.choose')}
      </span>
      <bdi className="min-w-0 truncate text-13 text-ink-2">{name ?? t('ui.file.none')}</bdi>
      <input
        {...rest}
        type="file"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          setName(file?.name)
          onFile(file)
        }}
      />
    </label>
  )
}
