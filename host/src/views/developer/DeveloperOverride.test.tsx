/** @jest-environment jsdom */
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { overrideChanged } from '../../kernel/remotesSlice.ts'
import type { ModalShell } from '../../modalShell.ts'
import type { Override } from '../../releases/developer/createOverride.ts'
import * as creating from '../../releases/developer/createOverride.ts'
import { DeveloperBar } from './DeveloperBar.tsx'
import { DeveloperOverride } from './DeveloperOverride.tsx'
import { develop } from './overrides.ts'

jest.mock('../../releases/developer/createOverride.ts')
beforeAll(fillBrowserGaps)
beforeEach(() => void jest.useFakeTimers())
afterEach(async () => {
  jest.useRealTimers()
  await unmountAll()
})

const ORIGIN = 'http://localhost:4399'

async function show(view: React.ReactNode) {
  const test = createTestStore()
  const override = { look: jest.fn(), allow: jest.fn(), decline: jest.fn(), stop: jest.fn(), dispose: jest.fn() }
  jest.mocked(creating.createOverride).mockReturnValue(override as unknown as Override)
  develop({ store: test.store } as unknown as ModalShell)
  const integrity = `sha384-${'A'.repeat(64)}`
  test.store.dispatch(overrideChanged({ id: 'safety', origin: ORIGIN, integrity, state: 'asked' }))
  return { ...(await render(inShell(test, view))), override, integrity }
}

/** A click as a person's, which a script cannot make. */
function pressAsPerson(button: Element): Promise<void> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  // The browser's own property cannot be set; this is what a person's click looks like to the view.
  const trusted = new Proxy(event, {
    get: (target, name) => (name === 'isTrusted' ? true : Reflect.get(target, name, target)),
  })
  return act(async () => {
    const key = Object.keys(button.parentElement ?? {}).find((name) => name.startsWith('__reactProps'))
    const parent = button.parentElement as unknown as Record<string, { onClickCapture(event: object): void }>
    parent[key ?? '']?.onClickCapture({ nativeEvent: trusted })
    const own = Object.keys(button).find((name) => name.startsWith('__reactProps'))
    ;(button as unknown as Record<string, { onClick(): void }>)[own ?? '']?.onClick()
  })
}

test('the window says what would run, from where, and what it could do', async () => {
  const { text, integrity } = await show(<DeveloperOverride />)
  for (const said of ['“safety”', ORIGIN, integrity, 'see this page', 'send requests to your wallet', 'in this tab'])
    expect(text()).toContain(said)
})

test('a click that was meant for something else allows nothing: at first the button cannot be pressed', async () => {
  const { button, override } = await show(<DeveloperOverride />)
  const allow = button('Allow in this tab') as HTMLButtonElement
  expect(allow.disabled).toBe(true)
  await act(async () => jest.advanceTimersByTime(999))
  expect(allow.disabled).toBe(true)
  await act(async () => jest.advanceTimersByTime(1))
  expect(allow.disabled).toBe(false)
  await pressAsPerson(allow)
  expect(override.allow).toHaveBeenCalledTimes(1)
})

test('a script of the page cannot press it, and anyone can refuse', async () => {
  const { button, override, press } = await show(<DeveloperOverride />)
  await act(async () => jest.advanceTimersByTime(5_000))
  await press('Allow in this tab')
  await act(async () => (button('Allow in this tab') as HTMLButtonElement).click())
  expect(override.allow).not.toHaveBeenCalled()
  await press('Don’t allow')
  expect(override.decline).toHaveBeenCalledTimes(1)
})

test('the bar says what runs from where, and stops it', async () => {
  const { text, override, press } = await show(<DeveloperBar />)
  expect(text()).toContain(`This window runs safety from ${ORIGIN}`)
  await press('Stop')
  expect(override.stop).toHaveBeenCalledTimes(1)
})
