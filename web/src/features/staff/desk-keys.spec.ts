import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { actionOf, moveCase, moveMismatch, pressButtonOf, writeKeysOn } from './desk-keys.js'

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
    ['j', 'next'],
    ['J', 'next'],
    ['k', 'previous'],
    ['n', 'claimNext'],
    ['c', 'claim'],
    ['a', 'approve'],
    ['r', 'reject'],
    ['i', 'resubmit'],
    ['/', 'search'],
    ['=', 'zoomIn'],
    ['Enter', null],
    ['1', 'approve'],
    ['2', 'resubmit'],
    ['3', 'reject'],
    ['?', 'help'],
    ['x', null],
  ])('maps %s to %s', (key, action) => expect(press(key)).toBe(action))

  it.each([
    ['ت', 'KeyJ', 'next'],
    ['ن', 'KeyK', 'previous'],
    ['ى', 'KeyN', 'claimNext'],
    ['ؤ', 'KeyC', 'claim'],
    ['ش', 'KeyA', 'approve'],
    ['ض', 'KeyQ', null],
    ['١', 'Digit1', 'approve'],
    ['٣', 'Digit3', 'reject'],
    ['٤', 'Digit4', null],
    ['۲', 'Digit2', 'resubmit'],
    ['؟', 'Slash', 'help'],
    // On a Latin layout the character counts instead of the position, and punctuation is not mapped.
    ['q', 'KeyN', null],
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
    expect(press('j')).toBe('next')
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

describe('moveCase', () => {
  const queue = (open?: string) => {
    const links = ['a', 'b', 'c'].map(
      (id) => `<a href="#${id}" data-case="${id}" ${id === open ? 'aria-current="true"' : ''}>${id}</a>`,
    )
    document.querySelector('main')!.innerHTML = links.join('')
  }
  const focused = () => document.activeElement?.getAttribute('data-case')

  it('starts at the first case, stops at either end, and returns', () => {
    queue()
    const seen = [1, 1, 1, 1, -1].map((step) => {
      moveCase(step as 1 | -1)
      return focused()
    })
    expect(seen).toEqual(['a', 'b', 'c', 'c', 'b'])
  })

  it('starts beside the open case', () => {
    queue('b')
    moveCase(1)
    expect(focused()).toBe('c')
  })

  it('does nothing in an empty queue', () => {
    document.querySelector('main')!.innerHTML = ''
    moveCase(1)
    expect(document.activeElement).toBe(document.body)
  })
})

it('moveMismatch goes through the values that differ', () => {
  document.querySelector('main')!.innerHTML =
    '<b id="x" data-mismatch tabindex="-1"></b><b id="y" data-mismatch tabindex="-1"></b>'
  const seen = [1, 1, -1].map((step) => {
    moveMismatch(step as 1 | -1)
    return document.activeElement?.id
  })
  expect(seen).toEqual(['x', 'y', 'x'])
})
