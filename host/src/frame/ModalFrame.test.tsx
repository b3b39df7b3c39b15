/** @jest-environment jsdom */
import type { Connector } from '@portico/contracts'
import {
  connectionWith,
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  render,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { createPortal } from 'react-dom'
import { inShell } from '../../testing/shell.tsx'
import { createTestStore } from '../../testing/store.ts'
import { connected, connectorsFound } from '../connections/connectionsSlice.ts'
import { createFrameElement } from '../embeddedWallet/frameElement.ts'
import { alertShown } from '../feedbackSlice.ts'
import type { PorticoOptions } from '../options/types.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { opened } from '../router/routerSlice.ts'
import { themeModeChanged, themeVariablesChanged } from '../settingsSlice.ts'
import { ModalFrame } from './ModalFrame.tsx'

beforeAll(fillBrowserGaps)
beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  document.body.innerHTML = ''
  jest.useRealTimers()
})

/** A frame in a shadow root on the page, as in `<portico-modal>`. */
async function show(options: Partial<PorticoOptions> = {}) {
  const test = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum], options })
  const element = document.createElement('portico-modal')
  document.body.append(element)
  const shadow = element.attachShadow({ mode: 'open' })
  await render(inShell(test, createPortal(<ModalFrame />, shadow)))
  const find = (testId: string) => shadow.querySelector<HTMLElement>(`[data-testid="${testId}"]`)
  return {
    ...test,
    shadow,
    find,
    card: () => find('w3m-modal-card'),
    text: () => shadow.textContent ?? '',
    isOpen: () => test.store.getState().router.isOpen,
    open: (view: 'Connect' | 'Account' | 'UnsupportedChain' = 'Connect') =>
      act(async () => void test.store.dispatch(opened({ view }))),
    close: () => act(async () => test.commands.close()),
    refuse: () => act(async () => test.commands.safeClose()),
    elapse: (ms: number) => act(async () => void jest.advanceTimersByTime(ms)),
  }
}

/** A complete mouse press: the button goes down on one element, and up on the same element or another one. */
const press = (down: Element, up = down) =>
  act(async () => {
    down.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    up.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })

test('a closed modal leaves nothing in the page', async () => {
  const { shadow, open, close } = await show()
  expect(shadow.innerHTML).toBe('')
  await open()
  expect(shadow.innerHTML).not.toBe('')
  await close()
  expect(shadow.innerHTML).toBe('')
})

test("an open modal is a dialog named by its title, in the visitor's language and direction", async () => {
  const { card, open, shadow } = await show({ locale: 'ar' })
  await open()
  expect(card()?.getAttribute('role')).toBe('dialog')
  expect(card()?.getAttribute('aria-modal')).toBe('true')
  const title = shadow.getElementById(card()?.getAttribute('aria-labelledby') ?? '')
  expect(title?.textContent).toBe('Connect wallet')
  expect(shadow.firstElementChild?.getAttribute('dir')).toBe('rtl')
  expect(shadow.firstElementChild?.getAttribute('lang')).toBe('ar')
})

describe('a refused attempt to close', () => {
  test('§4: shakes the window for 500 ms', async () => {
    const { card, open, refuse, elapse, isOpen } = await show()
    await open('UnsupportedChain')
    expect(card()?.className).not.toContain('ModalFrame-shake')
    await refuse()
    expect(card()?.className).toContain('ModalFrame-shake')
    await elapse(499)
    expect(card()?.className).toContain('ModalFrame-shake')
    await elapse(1)
    expect(card()?.className).not.toContain('ModalFrame-shake')
    expect(isOpen()).toBe(true)
  })

  test('views.md §3.3: does not start another shake while one is playing', async () => {
    const { card, open, refuse, elapse } = await show()
    await open('UnsupportedChain')
    await refuse()
    await elapse(300)
    await refuse()
    await elapse(200)
    expect(card()?.className).not.toContain('ModalFrame-shake')
  })

  test('shakes the window again once the earlier shake is over', async () => {
    const { card, open, refuse, elapse } = await show()
    await open('UnsupportedChain')
    await refuse()
    await elapse(500)
    await refuse()
    expect(card()?.className).toContain('ModalFrame-shake')
  })

  test('does not shake the window if it was made before the modal was opened', async () => {
    const { card, open, refuse, close } = await show()
    await open('UnsupportedChain')
    await refuse()
    await close()
    await open('UnsupportedChain')
    expect(card()?.className).not.toContain('ModalFrame-shake')
  })
})

describe('the ways to close the modal', () => {
  test('the close button', async () => {
    const { find, open, isOpen } = await show()
    await open()
    await press(find('w3m-header-close') as Element)
    expect(isOpen()).toBe(false)
  })

  test('a click on the overlay around the window', async () => {
    const { find, open, isOpen } = await show()
    await open()
    await press(find('w3m-modal-overlay') as Element)
    expect(isOpen()).toBe(false)
  })

  test('a text selection that begins in the window and ends outside is not one of them', async () => {
    const { find, card, open, isOpen } = await show()
    await open()
    await press(card() as Element, find('w3m-modal-overlay') as Element)
    expect(isOpen()).toBe(true)
  })

  test('Escape, which the page behind does not receive', async () => {
    const { card, open, isOpen } = await show()
    const heard = jest.fn()
    document.addEventListener('keydown', heard)
    await open()
    await act(async () => {
      card()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }))
    })
    document.removeEventListener('keydown', heard)
    expect(isOpen()).toBe(false)
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('the page behind', () => {
  test('does not scroll while the modal is open, and scrolls as before once the modal is closed', async () => {
    document.documentElement.style.overflow = 'clip'
    const { open, close } = await show()
    await open()
    expect(document.documentElement.style.overflow).toBe('hidden')
    await close()
    expect(document.documentElement.style.overflow).toBe('clip')
    document.documentElement.style.overflow = ''
  })

  test('scrolls again only when the second of two modals is closed', async () => {
    const [one, two] = [await show(), await show()]
    await one.open()
    await two.open()
    await one.close()
    expect(document.documentElement.style.overflow).toBe('hidden')
    await two.close()
    expect(document.documentElement.style.overflow).toBe('')
  })

  test("lets nothing take the focus except a second modal's wallet", async () => {
    const { open } = await show()
    await open('Account')
    const { element } = createFrameElement('about:blank', 'Approve')
    const other = document.createElement('iframe')
    document.body.append(element, other)
    element.focus()
    expect(document.activeElement).toBe(element)
    other.focus()
    expect(document.activeElement?.localName).toBe('portico-modal')
  })

  test('gets the focus back on the same element', async () => {
    const button = document.createElement('button')
    document.body.append(button)
    button.focus()
    const { open, close, shadow, card } = await show()
    await open()
    expect(shadow.activeElement).toBe(card())
    await close()
    expect(document.activeElement).toBe(button)
  })
})

describe('a modal embedded in the page', () => {
  const embedded = { enableEmbedded: true }

  test('is a region of the page, always visible, and cannot be closed', async () => {
    const { card, find } = await show(embedded)
    expect(card()?.getAttribute('role')).toBe('region')
    expect(card()?.hasAttribute('aria-modal')).toBe(false)
    expect(find('w3m-header-close')).toBeNull()
    expect(find('w3m-modal-overlay')).toBeNull()
  })

  test('neither takes the focus nor stops the page from scrolling', async () => {
    const { open, shadow } = await show(embedded)
    await open()
    expect(shadow.activeElement).toBeNull()
    expect(document.documentElement.style.overflow).toBe('')
  })
})

describe('the look that the site has chosen', () => {
  test('is dark by default, and changes while the modal is open', async () => {
    const { shadow, open, store } = await show()
    await open()
    const theme = () => shadow.firstElementChild?.getAttribute('data-theme')
    expect(theme()).toBe('dark')
    await act(async () => void store.dispatch(themeModeChanged('light')))
    expect(theme()).toBe('light')
  })

  test('sets variables on the window, and removes them when the site withdraws them', async () => {
    const { shadow, open, store } = await show({ themeVariables: { '--w3m-z-index': 12 } })
    await open()
    const root = shadow.firstElementChild as HTMLElement
    expect(root.style.getPropertyValue('--w-z-index')).toBe('12')
    await act(async () => void store.dispatch(themeVariablesChanged({ '--w3m-z-index': 'none' })))
    expect(root.style.getPropertyValue('--w-z-index')).toBe('')
  })
})

describe('an alert for the site owner, §8', () => {
  const alert = alertShown({
    variant: 'error',
    error: { code: 'options.projectIdMissing', message: 'Project ID Missing' },
  })

  test('is shown with its code until its own button is pressed', async () => {
    const { store, open, find, shadow, elapse } = await show()
    await open()
    await act(async () => void store.dispatch(alert))
    await elapse(60_000)
    expect(find('wui-alertbar-text')?.textContent).toBe('Project ID Missing APKT008')
    await press(shadow.querySelector('[aria-label="Close message"]') as Element)
    expect(find('wui-alertbar-text')).toBeNull()
  })

  test('is not shown while `debug` is off', async () => {
    const { store, open, find } = await show({ debug: false })
    await open()
    await act(async () => void store.dispatch(alert))
    expect(find('wui-alertbar-text')).toBeNull()
  })
})

describe('the header', () => {
  test("offers help on Connect, offers Back on the help view, and shows each view's title", async () => {
    const { find, open, shadow } = await show()
    await open()
    await press(shadow.querySelector('[aria-label="What is a wallet?"]') as Element)
    expect(find('w3m-header-text')?.textContent).toBe('What is a wallet?')
    await press(find('header-back') as Element)
    expect(find('w3m-header-text')?.textContent).toBe('Connect wallet')
    expect(find('header-back')).toBeNull()
  })

  test('has another title when email is the only way to connect', async () => {
    const auth: Connector = { id: 'AUTH', name: 'AUTH', type: 'AUTH', namespace: 'eip155' }
    const { find, open, store } = await show()
    const title = () => find('w3m-header-text')?.textContent
    const found = (...connectors: Connector[]) =>
      act(async () => void store.dispatch(connectorsFound({ namespace: 'eip155', connectors })))
    const features = { ...ALL_OFF, email: true }
    await act(async () => void store.dispatch(featuresResolved({ features, switches: undefined, source: 'fresh' })))
    await found()
    await open()
    expect(title()).toBe('Connect wallet')
    await found(auth)
    expect(title()).toBe('Connect email wallet')
    await found(auth, harbor)
    expect(title()).toBe('Connect wallet')
    await found(auth)
    await press(find('help-button') as Element)
    expect(title()).toBe('What is a wallet?')
    await press(find('header-back') as Element)
    // Social login alone does not count as email.
    const socials = { ...ALL_OFF, socials: ['google'] }
    await act(
      async () => void store.dispatch(featuresResolved({ features: socials, switches: undefined, source: 'fresh' })),
    )
    expect(title()).toBe('Connect wallet')
  })

  test('shows the network in the Account view', async () => {
    const { find, open, store } = await show()
    store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
    await open('Account')
    expect(find('w3m-account-select-network')?.getAttribute('aria-label')).toBe('Choose network, currently Ethereum')
  })
})
