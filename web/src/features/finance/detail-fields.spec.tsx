import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { renderUi } from '../../../test/render.js'
import DetailFields from './detail-fields.js'
import type { Details, Field } from './finance.js'

let entered: Details = {}

function Asked({ field }: { field: Field }) {
  const [details, setDetails] = useState<Details>({})
  entered = details
  return <DetailFields subjectId="Prop_1" fields={[field]} details={details} judged onChange={setDetails} />
}

/** Types into the fields of the date with this name, in the order in which they are drawn. */
function type(name: string, texts: readonly string[]): void {
  const group = screen.getByRole('group', { name })
  const fields = group.querySelectorAll<HTMLInputElement>('input, select')
  expect(within(group).getAllByText(/./, { selector: 'option' })[0]!.textContent).not.toBe('Month')
  texts.forEach((value, index) => fireEvent.change(fields[index]!, { target: { value } }))
}

describe('a date that finance enters in Arabic', () => {
  it('is day, month and year, also in Arabic digits', () => {
    renderUi(<Asked field="issuedOn" />, 'ar')
    type('تاريخ الإصدار', ['١٤', '3', '٢٠٢٦'])
    expect(entered).toEqual({ issuedOn: '2026-03-14' })
    expect(screen.queryByText(/يجب أن يكون تاريخاً صحيحاً/)).toBeNull()
  })

  it('is refused if the day does not exist', () => {
    renderUi(<Asked field="issuedOn" />, 'ar')
    type('تاريخ الإصدار', ['٣١', '11', '٢٠٢٦'])
    expect(screen.getByText(/يجب أن يكون تاريخاً صحيحاً، مثل 14 مارس 2026/)).toBeTruthy()
  })

  it('has a time of day if it is a deadline', () => {
    renderUi(<Asked field="deadline" />, 'ar')
    type('الموعد النهائي الجديد بتوقيت دبي', ['1', '12', '2026'])
    expect(screen.getByText('أدخل تاريخاً صحيحاً ووقتاً، مثل 20:00')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('الوقت'), { target: { value: '٢٠:٠٠' } })
    expect(entered).toEqual({ deadline: '2026-12-01T20:00' })
    expect(screen.queryByText('أدخل تاريخاً صحيحاً ووقتاً، مثل 20:00')).toBeNull()
  })
})
