/** @jest-environment jsdom */
import type { Connector } from '@portico/contracts'
import { ethereum, fakeAdapter, fillBrowserGaps, harbor, lantern, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import type { PorticoOptions } from '../../options/types.ts'
import { inShell } from '../../testShell.tsx'
import { createTestStore } from '../../testStore.ts'
import { Connect } from './Connect.tsx'
import { isLookAlike } from './isLookAlike.ts'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

async function show(connectors: readonly Connector[] = [harbor, lantern], options: Partial<PorticoOptions> = {}) {
  const adapter = fakeAdapter({ connectors })
  const test = createTestStore({ adapters: [adapter], networks: [ethereum], options })
  const prepare = jest.fn()
  const view = await render(
    inShell(test, <Connect params={undefined} signal={test.life.signal} />, { shell: { prepare } }),
  )
  return { ...view, ...test, adapter, prepare, state: () => test.store.getState() }
}

describe('the wallets of this browser', () => {
  test('have a row each, with a word that they are here', async () => {
    const view = await show()
    expect(view.names('button')).toEqual(['Harborinstalled', 'Lanterninstalled'])
    expect(view.names('[role=group]')).toEqual(['Wallets'])
  })

  test('that announce themselves late get their row then', async () => {
    const { adapter, names } = await show([])
    await act(async () => adapter.announce([lantern]))
    expect(names('button')).toEqual(['Lanterninstalled'])
  })

  test('are found by the names that tests of other modals know', async () => {
    const { container } = await show([{ ...harbor, id: 'io.Harbor' }])
    expect(container.querySelector('[data-testid="wallet-selector-io.harbor"]')).not.toBeNull()
  })

  test('that are none: what to do is said', async () => {
    const view = await show([])
    expect(view.text()).toBe(
      'No wallet found in this browserInstall a wallet as a browser extension, then open this window again.',
    )
  })

  test('are not shown where the site does not want that, and nothing is said in their place', async () => {
    expect((await show([harbor], { enableWallets: false })).text()).toBe('')
    expect((await show([], { enableWallets: false })).text()).toBe('')
  })
})

describe('one press', () => {
  test('asks that wallet and leads to where the visitor waits for it, both in the press itself', async () => {
    const { button, adapter, state } = await show()
    adapter.hold('connect')
    await act(async () => {
      button(/^Harbor/).click()
      expect(adapter.calls.map(({ args }) => args)).toEqual([[harbor.id]])
    })
    expect(state().router.stack.at(-1)).toMatchObject({
      view: 'ConnectingExternal',
      params: { namespace: 'eip155', connectorId: harbor.id },
    })
    expect(state().connections.families.eip155).toEqual({ status: 'connecting', connectorId: harbor.id })
  })

  test('that the wallet refuses is told by the view that waits, and by nothing else', async () => {
    const { press, adapter, state } = await show()
    adapter.fail('connect', 'rejected')
    await press(/^Harbor/)
    expect(state().connections.families.eip155?.error?.code).toBe('connection.rejected')
    expect(state().feedback.snack).toBeNull()
  })
})

test('whoever points at a wallet will see the account next: it is prepared', async () => {
  const { button, prepare } = await show()
  await act(async () => void button(/^Harbor/).dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
  expect(prepare).toHaveBeenCalledWith('Account')
})

describe('wallets that look alike', () => {
  const impersonator: Connector = { ...harbor, id: 'io.harb0r', rdns: 'io.harb0r' }

  test('both ask the visitor to look twice, and the others do not', async () => {
    const view = await show([harbor, lantern, impersonator])
    expect(view.names('button')).toEqual(['Harborlook twice', 'Lanterninstalled', 'Harborlook twice'])
  })

  test.each([
    ['the same name', 'Harbor', true],
    ['the same name in other letters', 'HARBOR', true],
    ['the same name with spaces and signs', ' Har-bor ™', false],
    ['the same name with spaces and dashes', 'Har - bor', true],
    ['the same name in wide letters', 'Ｈａｒｂｏｒ', true],
    ['another name', 'Harbor Pro', false],
  ])('%s (%p): %p', (_, name, isAlike) => {
    expect(isLookAlike(harbor, [harbor, { ...impersonator, name }])).toBe(isAlike)
  })

  test('a wallet does not look like itself', () => {
    expect(isLookAlike(harbor, [harbor])).toBe(false)
  })
})

describe('the legal line, views.md §5', () => {
  const terms = 'https://shop.example/terms'
  const privacy = 'https://shop.example/privacy'

  test.each<[string, Partial<PorticoOptions>, string, string[]]>([
    ['is not there where the site has named nothing', {}, '', []],
    ['names the terms', { termsConditionsUrl: terms }, 'By connecting you agree to the Terms of Service', [terms]],
    [
      'names the privacy policy',
      { privacyPolicyUrl: privacy },
      'By connecting you agree to the Privacy Policy',
      [privacy],
    ],
    [
      'names both',
      { termsConditionsUrl: terms, privacyPolicyUrl: privacy },
      'By connecting you agree to the Terms of Service and the Privacy Policy',
      [terms, privacy],
    ],
  ])('%s', async (_, options, text, links) => {
    const view = await show([], { enableWallets: false, ...options })
    expect(view.text()).toBe(text)
    const anchors = [...view.container.querySelectorAll('a')]
    expect(anchors.map(({ href }) => href)).toEqual(links)
    expect(anchors.every(({ target, rel }) => target === '_blank' && rel.includes('noopener'))).toBe(true)
  })
})
