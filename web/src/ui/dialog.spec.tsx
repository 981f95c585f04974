import { afterEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { renderRoutes } from '../../test/render.js'
import { Dialog } from './dialog.js'

/** A list of rows. Each opens a dialog, rendered only while it is open if `isMounted`, whose button removes the row. */
function Rows({ isMounted }: { isMounted: boolean }) {
  const [rows, setRows] = useState(['A', 'B'])
  const [opened, setOpened] = useState<string>()
  const close = () => setOpened(undefined)
  const remove = (row?: string) => setRows(rows.filter((each) => each !== row))
  const dialog = (
    <Dialog open={opened !== undefined} onClose={close} title="Remove the row?">
      <button onClick={close}>Keep</button>
      <button onClick={() => (close(), remove(opened))}>Remove</button>
      <button onClick={() => (close(), setTimeout(() => act(() => remove(opened))))}>Remove later</button>
    </Dialog>
  )
  return (
    <main>
      <h1>Rows</h1>
      {rows.map((row) => (
        <p key={row}>
          <button onClick={() => setOpened(row)}>Row {row}</button>
        </p>
      ))}
      {(opened !== undefined || !isMounted) && dialog}
    </main>
  )
}

const open = (row: string) => {
  const opener = screen.getByText(`Row ${row}`)
  opener.focus()
  fireEvent.click(opener)
  screen.getByText('Keep').focus()
}
const press = (text: string) => act(async () => void fireEvent.click(screen.getByText(text)))
const focused = () => document.activeElement?.textContent

describe.each([
  ['rendered only while open', true],
  ['rendered always', false],
])('a dialog %s', (_, isMounted) => {
  afterEach(cleanup)
  const show = async () => {
    renderRoutes({ routes: [{ path: '/', element: <Rows isMounted={isMounted} /> }] })
    await screen.findByText('Rows')
  }

  it('returns the focus to its opener when a button closes it', async () => {
    await show()
    open('B')
    await press('Keep')
    expect(focused()).toBe('Row B')
  })

  it('moves the focus to a neighbour of an opener that is gone', async () => {
    await show()
    open('B')
    await press('Remove')
    expect(focused()).toBe('Row A')
  })

  it('moves the focus to a neighbour of an opener that goes later', async () => {
    await show()
    open('A')
    await press('Remove later')
    expect(focused()).toBe('Row A')
    await screen.findByText('Row B')
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(focused()).toBe('Row B')
  })

  it('leaves the focus where the user puts it later', async () => {
    await show()
    open('A')
    await press('Keep')
    fireEvent.pointerDown(document.body)
    ;(document.activeElement as HTMLElement).blur()
    document.body.append(document.createElement('p'))
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(document.body)
    document.body.lastElementChild!.remove()
  })

  it('moves the focus to the heading when no control is left', async () => {
    await show()
    open('A')
    await press('Remove')
    open('B')
    await press('Remove')
    expect(focused()).toBe('Rows')
  })
})
