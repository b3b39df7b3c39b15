/** @jest-environment jsdom */
import type { ChainNamespace, ViewModule } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { connectionWith, ethereum, fakeAdapter, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { showAccount } from '../../../testing/account.tsx'
import { remoteAnnounced, remoteWithdrawn } from '../../kernel/remotesSlice.ts'

beforeAll(fillBrowserGaps)
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
})

const half = (namespaces?: readonly ChainNamespace[]): StaticHalf => ({
  messages: { 'activity.action': 'Activity' },
  views: { Help: { title: 'activity.action' } },
  slots: {
    'account.tabs': [
      { label: 'activity.action', view: 'Help', testId: 'tab-activity', ...(namespaces && { namespaces }) },
    ],
  },
})
const viewOf = (component: ViewModule['default']): ViewModule => ({ default: component })

/** An account with a remote's tab; the test decides how each attempt to load the view ends. */
async function show(namespaces?: readonly ChainNamespace[]) {
  const attempts: { resolve(module: ViewModule): void; reject(error: unknown): void }[] = []
  const prepare = jest.fn()
  const remotes = {
    find: () => ({ title: 'activity.action' }),
    loaded: () => undefined,
    drawn() {},
    crashed: async () => false,
    load: () => new Promise<ViewModule>((resolve, reject) => attempts.push({ resolve, reject })),
  }
  const view = await showAccount({
    adapter: fakeAdapter(),
    connection: connectionWith(),
    networks: [ethereum],
    render,
    on: { activity: half(namespaces) },
    remotes,
    shell: { prepare },
  })
  const key = (name: string) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true })
      view.container.querySelector('[role=tab][aria-selected=true]')?.dispatchEvent(event)
    })
  return {
    ...view,
    attempts,
    prepare,
    tabs: () => view.names('[role=tab]'),
    chosen: () => view.names('[role=tab][aria-selected=true]')[0],
    key,
    arrives: (component: ViewModule['default']) => act(async () => attempts.at(-1)?.resolve(viewOf(component))),
    fails: (error: unknown) => act(async () => attempts.at(-1)?.reject(error)),
    panel: () => view.container.querySelector('[role=tabpanel]')?.textContent,
    announce: (version: string) =>
      act(async () => void view.store.dispatch(remoteAnnounced({ id: 'activity', version, half: half() }))),
    withdraw: () => act(async () => void view.store.dispatch(remoteWithdrawn('activity'))),
  }
}

test('tokens, collectibles and the tabs of remotes are shown in one row, tokens first', async () => {
  const { tabs, chosen, names } = await show()
  expect([tabs(), chosen()]).toEqual([['Tokens', 'NFTs', 'Activity'], 'Tokens'])
  expect(names('[role=tablist]')).toEqual(['Assets'])
})

test('arrow keys move between tabs, and wrap around', async () => {
  const { key, chosen } = await show()
  const seen: (string | undefined)[] = []
  for (const name of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
    await key(name)
    seen.push(chosen())
  }
  expect(seen).toEqual(['NFTs', 'Activity', 'Tokens', 'Activity', 'Tokens', 'Activity'])
  expect(document.activeElement?.textContent).toBe('Activity')
})

test('in right-to-left languages the arrow keys are reversed', async () => {
  const { key, chosen, container } = await show()
  // Set by hand, because jsdom does not inherit the direction.
  for (const tab of container.querySelectorAll<HTMLElement>('[role=tab]')) tab.style.direction = 'rtl'
  await key('ArrowLeft')
  expect(chosen()).toBe('NFTs')
})

test('a remote is not loaded before its tab is chosen, but prefetched when the visitor points at the tab', async () => {
  const { attempts, prepare, button, press } = await show()
  expect([attempts.length, prepare.mock.calls]).toEqual([0, []])
  await act(async () => void button('Activity').dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
  expect([attempts.length, prepare.mock.calls]).toEqual([0, [['Help']]])
  await press('Activity')
  expect(attempts).toHaveLength(1)
})

test("a remote's view is shown under its tab, after a placeholder", async () => {
  const { press, names, arrives, panel } = await show()
  await press('Activity')
  expect(names('[role=tabpanel] [role=status]')).toEqual(['Loading'])
  await arrives(() => <p>Sent</p>)
  expect(panel()).toBe('Sent')
})

test('if a tab cannot be loaded, the failure is shown in its place, and a click retries', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  const { press, fails, arrives, panel, tabs, attempts } = await show()
  await press('Activity')
  await fails(new TypeError('no'))
  expect(panel()).toContain('This part could not be shown')
  expect(tabs()).toHaveLength(3)
  await press('Try again')
  await arrives(() => <p>Sent</p>)
  expect([panel(), attempts.length]).toEqual(['Sent', 2])
})

test('a tab that throws while rendering does not affect the rest of Account', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  const { press, arrives, panel, told, container } = await show()
  await press('Activity')
  await arrives(() => {
    throw new Error('broken')
  })
  expect(panel()).toContain('This part could not be shown')
  expect(container.querySelector('[data-testid=account-balance]')).not.toBeNull()
  expect(told.map(({ event }) => event)).toContain('INTERNAL_SDK_ERROR')
})

test("a view's pending work is aborted when another tab is chosen", async () => {
  const { press, arrives } = await show()
  let life: AbortSignal | undefined
  await press('Activity')
  await arrives(({ signal }) => {
    life = signal
    return null
  })
  expect(life?.aborted).toBe(false)
  await press('Tokens')
  expect(life?.aborted).toBe(true)
})

test("switching a remote off removes its tab; switching it on again restores the visitor's choice", async () => {
  const { press, withdraw, announce, tabs, chosen } = await show()
  await press('Activity')
  await withdraw()
  expect([tabs(), chosen()]).toEqual([['Tokens', 'NFTs'], 'Tokens'])
  await announce('1.0.0')
  expect(chosen()).toBe('Activity')
})

test('a new version of a remote is rendered by its own code', async () => {
  const { press, arrives, announce, panel } = await show()
  await press('Activity')
  await arrives(() => <p>Old</p>)
  await announce('2.0.0')
  await arrives(() => <p>New</p>)
  expect(panel()).toBe('New')
})

test('a tab of another family is hidden', async () => {
  expect((await show(['solana'])).tabs()).toEqual(['Tokens', 'NFTs'])
})

test('the tab that was chosen last is remembered until the page is reloaded', async () => {
  const { press, draw } = await show()
  await press('NFTs')
  await unmountAll()
  const again = await draw()
  expect(again.names('[role=tab][aria-selected=true]')).toEqual(['NFTs'])
})
