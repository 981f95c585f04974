import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { actionOf, neighbourOf, pressButtonOf, writeKeysOn } from './desk-keys.js'

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = '<main><input id="note"><button id="b">B</button></main>'
})

/** Returns the action of a key press on an element. */
function press(key: string, on: Element = document.body, more: KeyboardEventInit = {}) {
  let action: ReturnType<typeof actionOf> = null
  const listen = (event: KeyboardEvent) => (action = actionOf(event))
  document.addEventListener('keydown', listen)
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  document.removeEventListener('keydown', listen)
  return action
}

describe('actionOf', () => {
  it.each([
    ['n', 'next'],
    ['N', 'next'],
    ['p', 'previous'],
    ['c', 'claim'],
    ['1', 'approve'],
    ['2', 'resubmit'],
    ['3', 'reject'],
    ['?', 'help'],
    ['x', null],
  ])('maps %s to %s', (key, action) => expect(press(key)).toBe(action))

  it.each([
    ['ى', 'KeyN', 'next'],
    ['ح', 'KeyP', 'previous'],
    ['ؤ', 'KeyC', 'claim'],
    ['ش', 'KeyA', null],
    ['١', 'Digit1', 'approve'],
    ['٣', 'Digit3', 'reject'],
    ['٤', 'Digit4', null],
    ['۲', 'Digit2', 'resubmit'],
    ['؟', 'Slash', 'help'],
    // On a Latin layout the character counts instead of the position, and punctuation is not mapped.
    ['b', 'KeyN', null],
    [',', 'KeyN', null],
  ])('maps %s on %s to %s', (key, code, action) => expect(press(key, document.body, { code })).toBe(action))

  it('ignores modifiers in an Arabic layout', () => {
    expect(press('ى', document.body, { code: 'KeyN', ctrlKey: true })).toBeNull()
  })

  it('ignores keys while typing', () => {
    expect(press('c', document.getElementById('note')!)).toBeNull()
    expect(press('c', document.getElementById('b')!)).toBe('claim')
  })

  it('ignores keys while a dialog is open', () => {
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
    expect(press('1')).toBeNull()
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('ignores keys with %o', (modifier) => {
    expect(press('n', document.body, modifier)).toBeNull()
  })

  it('ignores keys while the user has switched them off', () => {
    writeKeysOn(false)
    expect(press('n')).toBeNull()
    writeKeysOn(true)
    expect(press('n')).toBe('next')
  })
})

describe('pressButtonOf', () => {
  it('presses the button that declares the key, if there is one', () => {
    const pressed = jest.fn()
    document.querySelector('main')!.innerHTML =
      '<button aria-keyshortcuts="1">Approve</button><button aria-keyshortcuts="c">Claim</button>'
    document.querySelector('[aria-keyshortcuts=c]')!.addEventListener('click', pressed)
    pressButtonOf('3')
    expect(pressed).not.toHaveBeenCalled()
    pressButtonOf('c')
    expect(pressed).toHaveBeenCalledTimes(1)
  })
})

describe('neighbourOf', () => {
  const queue = ['a', 'b', 'c']
  it.each([
    [undefined, 1, 'a'],
    ['a', 1, 'b'],
    ['c', 1, null],
    ['b', -1, 'a'],
    ['a', -1, null],
    ['decided', 1, 'a'],
  ] as const)('moves from %s by %s to %s', (open, step, next) => expect(neighbourOf(queue, open, step)).toBe(next))

  it('returns null for an empty queue', () => expect(neighbourOf([], undefined, 1)).toBeNull())
})
