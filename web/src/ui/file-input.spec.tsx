import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { Field } from './form.js'
import { FileInput } from './file-input.js'

describe('FileInput', () => {
  it.each([
    ['en', 'Choose a file', 'No file chosen'],
    ['ar', 'اختر ملفاً', 'لم يُختر أي ملف'],
  ] as const)('is labelled in %s and shows the name of the chosen file', (locale, choose, none) => {
    const onFile = jest.fn()
    renderUi(<Field label="Deed">{(ids) => <FileInput {...ids} onFile={onFile} />}</Field>, locale)
    expect(screen.getByText(choose)).toBeTruthy()
    expect(screen.getByText(none)).toBeTruthy()
    const input = screen.getByLabelText<HTMLInputElement>(/Deed/)
    expect(input.className).toBe('sr-only')
    const file = new File(['x'], 'deed.pdf')
    fireEvent.change(input, { target: { files: [file] } })
    expect(onFile).toHaveBeenCalledWith(file)
    expect(screen.getByText('deed.pdf')).toBeTruthy()
    expect(screen.queryByText(none)).toBeNull()
  })
})
