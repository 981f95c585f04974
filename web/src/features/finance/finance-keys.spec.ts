import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { FINANCE_KEYS, KeyReader, moveRow, pressKeyOf, TABS, tabOf, writeKeysOn } from './finance-keys.js'

const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) => {
  let seen: KeyboardEvent | undefined
  const listen = (event: Event) => (seen = event as KeyboardEvent)
  target.addEventListener('keydown', listen)
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  target.removeEventListener('keydown', listen)
  return seen!
}

beforeEach(() => {
  writeKeysOn(true)
  document.body.innerHTML = ''
})
afterEach(() => writeKeysOn(true))

describe('the keys of the finance page', () => {
  it('are read by their letter, also on an Arabic layout', () => {
    const reader = new KeyReader(TABS)
    expect(reader.read(press('j'), 0)).toEqual({ action: 'next' })
    expect(reader.read(press('ت', { code: 'KeyJ' }), 0)).toEqual({ action: 'next' })
    expect(reader.read(press('؟'), 0)).toEqual({ action: 'help' })
    expect(reader.read(press('/'), 0)).toEqual({ action: 'search' })
    expect(reader.read(press('q'), 0)).toBeNull()
    expect(reader.read(press('Enter'), 0)).toBeNull()
  })

  it('open a tab when one follows g in time', () => {
    const reader = new KeyReader(TABS)
    for (const [tab, key] of Object.entries(TABS)) {
      expect(reader.read(press('g'), 1_000)).toBeNull()
      expect(reader.read(press(key), 2_000)).toEqual({ tab })
    }
    expect(reader.read(press('g'), 1_000)).toBeNull()
    expect(reader.read(press('a'), 9_000)).toEqual({ action: 'approve' })
  })

  it('are ignored while typing, in a dialog, with a modifier, and when switched off', () => {
    const reader = new KeyReader(TABS)
    document.body.innerHTML = '<input>'
    expect(reader.read(press('j', {}, document.querySelector('input')!), 0)).toBeNull()
    expect(reader.read(press('a', { ctrlKey: true }), 0)).toBeNull()
    document.body.innerHTML = '<dialog open></dialog>'
    expect(reader.read(press('a'), 0)).toBeNull()
    document.body.innerHTML = ''
    writeKeysOn(false)
    expect(reader.read(press('j'), 0)).toBeNull()
  })

  it('move between rows, and press only a button of the focused row', () => {
    const row = (name: string) =>
      `<tr data-row tabindex="-1" id="${name}"><td><button aria-keyshortcuts="a">Approve</button></td></tr>`
    document.body.innerHTML = `<main><table><tbody>${row('one')}${row('two')}</tbody></table></main>`
    const pressed: string[] = []
    for (const button of document.querySelectorAll('button'))
      button.addEventListener('click', () => pressed.push(button.closest('tr')!.id))
    pressKeyOf(FINANCE_KEYS.approve)
    expect(pressed).toEqual([])
    moveRow(1)
    expect(document.activeElement?.id).toBe('one')
    moveRow(1)
    moveRow(1)
    expect(document.activeElement?.id).toBe('two')
    pressKeyOf(FINANCE_KEYS.approve)
    expect(pressed).toEqual(['two'])
    moveRow(-1)
    expect(document.activeElement?.id).toBe('one')
  })
})

describe('the tab of an address', () => {
  it('is the approvals, unless the address names another', () => {
    expect([null, '', 'nothing', 'toString', 'raises'].map(tabOf)).toEqual([
      ...(['approvals', 'approvals', 'approvals', 'approvals', 'raises'] as const),
    ])
  })
})
