/** @jest-environment jsdom */
import type { Connector } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import {
  connectionWith,
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  lantern,
  render,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { idOf, manyWallets } from '../../../testing/directory.ts'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { connectionCode } from '../../connections/connectionCode.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { directoryChanged, NO_PAGES } from '../../directory/directorySlice.ts'
import { isLookAlike } from '../../directory/knownWallets.ts'
import { remoteAnnounced, remoteWithdrawn } from '../../kernel/remotesSlice.ts'
import type { PorticoOptions } from '../../options/types.ts'
import { featuresResolved } from '../../project/projectSlice.ts'
import { Connect } from './Connect.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

/** Waits until the code for logins has loaded and rendered. */
const untilLoginIsHere = () =>
  act(async () => {
    await import('./login/ConnectLogin.tsx')
    await new Promise((done) => setTimeout(done))
  })

async function show(connectors: readonly Connector[] = [harbor, lantern], options: Partial<PorticoOptions> = {}) {
  const adapter = fakeAdapter({ connectors })
  const test = createTestStore({ adapters: [adapter], networks: [ethereum], options })
  const prepare = jest.fn()
  const view = await render(
    inShell(test, <Connect params={undefined} signal={test.life.signal} />, { shell: { prepare } }),
  )
  return { ...view, ...test, adapter, prepare, state: () => test.store.getState() }
}

describe('installed wallets', () => {
  test('have one row each, labeled as installed', async () => {
    const view = await show()
    expect(view.names('button')).toEqual(['Harborinstalled', 'Lanterninstalled'])
    expect(view.names('[role=group]')).toEqual(['Wallets'])
  })

  test('are added when they announce themselves late', async () => {
    const { adapter, names } = await show([])
    await act(async () => adapter.announce([lantern]))
    expect(names('button')).toEqual(['Lanterninstalled'])
  })

  test('can be found by the test ids that other modals use', async () => {
    const { container } = await show([{ ...harbor, id: 'io.Harbor' }])
    expect(container.querySelector('[data-testid="wallet-selector-io.harbor"]')).not.toBeNull()
  })

  test('are replaced by instructions if there are none', async () => {
    const view = await show([])
    expect(view.text()).toBe(
      'No wallet found in this browserInstall a wallet extension, then open this window again.Get a wallet',
    )
    await view.press('Get a wallet')
    expect(view.state().router.stack.at(-1)?.view).toBe('GetWallet')
  })

  test('are replaced by instructions alone if there are none and the site hides the wallet guide', async () => {
    expect((await show([], { enableWalletGuide: false })).names('button')).toEqual([])
  })

  test('are hidden if the site wants this, with nothing in their place', async () => {
    expect((await show([harbor], { enableWallets: false })).text()).toBe('')
    expect((await show([], { enableWallets: false })).text()).toBe('')
  })
})

describe('clicking a wallet', () => {
  // In real use, this is prefetched as soon as the list is shown.
  beforeAll(connectionCode)

  test('asks the wallet and opens the waiting view synchronously', async () => {
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

  test('reports a refusal by the wallet only in the waiting view', async () => {
    const { press, adapter, state } = await show()
    adapter.fail('connect', 'rejected')
    await press(/^Harbor/)
    expect(state().connections.families.eip155?.error?.code).toBe('connection.rejected')
    expect(state().feedback.snack).toBeNull()
  })
})

test('pointing at a wallet prefetches Account', async () => {
  const { button, prepare } = await show()
  await act(async () => void button(/^Harbor/).dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
  expect(prepare).toHaveBeenCalledWith('Account')
})

describe('wallets that look alike', () => {
  const impersonator: Connector = { ...harbor, id: 'io.harb0r', rdns: 'io.harb0r' }

  test('are both marked with a request to check the name; other wallets are not', async () => {
    const view = await show([harbor, lantern, impersonator])
    expect(view.names('button')).toEqual(['Harborcheck name', 'Lanterninstalled', 'Harborcheck name'])
  })

  test.each([
    ['the same name', 'Harbor', true],
    ['the same name in other letters', 'HARBOR', true],
    ['the same name with spaces and symbols', ' Har-bor ™', true],
    ['the same name in letters of another script', 'Нarbоr', true],
    ['the same name with the word "wallet"', 'Harbor Wallet', true],
    ['the same name with spaces and dashes', 'Har - bor', true],
    ['the same name in full-width letters', 'Ｈａｒｂｏｒ', true],
    ['another name', 'Harbor Pro', false],
  ])('%s (%p): %p', (_, name, isAlike) => {
    expect(isLookAlike(harbor, [harbor, { ...impersonator, name }])).toBe(isAlike)
  })

  test('are both marked if they have the same rdns, whatever their names', async () => {
    const view = await show([harbor, { ...harbor, id: 'io.harbor#2', name: 'Coins' }])
    expect(view.names('button')).toEqual(['Harborcheck name', 'Coinscheck name'])
  })

  test('do not include one wallet in two families', () => {
    const onSolana: Connector = { id: 'Harbor', name: 'Harbor', type: 'ANNOUNCED', namespace: 'solana' }
    expect(isLookAlike(harbor, [harbor, onSolana])).toBe(false)
  })

  test('do not include a wallet and itself', () => {
    expect(isLookAlike(harbor, [harbor])).toBe(false)
  })
})

describe('wallets of the directory', () => {
  const pairing: Connector = { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' }
  const withDirectory = async (options: Partial<PorticoOptions> = {}) => {
    const view = await show([pairing, harbor], options)
    await act(async () => {
      view.store.dispatch(
        directoryChanged({
          heard: manyWallets(5),
          recent: [idOf(5)],
          recommended: [1, 2, 3, 4].map(idOf),
          status: 'ready',
          all: { ...NO_PAGES, count: 562 },
        }),
      )
    })
    return view
  }

  test('are listed between pairing and the row for all wallets', async () => {
    const view = await withDirectory()
    expect(view.names('button')).toEqual([
      'WalletConnectQR code',
      'Wallet 5recent',
      'Harborinstalled',
      'Wallet 1',
      'Wallet 2',
      'Wallet 3',
      'Search wallets560+',
    ])
  })

  test.each<[string, Partial<PorticoOptions>]>([
    ['hides it', { allWallets: 'HIDE' }],
    ['shows it on phones', { allWallets: 'ONLY_MOBILE' }],
    ['has switched the feature off', { features: { allWallets: false } }],
  ])('on a desktop there is no row for all wallets if the site %s', async (_, options) => {
    expect((await withDirectory(options)).names('button').join()).not.toContain('Search wallets')
  })

  test('a click on the row for all wallets is tracked', async () => {
    const view = await withDirectory()
    await view.press(/^Search wallets/)
    expect(view.told).toContainEqual({ event: 'CLICK_ALL_WALLETS', properties: undefined })
    expect(view.state().router.stack.at(-1)?.view).toBe('AllWallets')
  })

  test('open when clicked', async () => {
    const view = await withDirectory()
    await view.press('Wallet 2')
    expect(view.state().router.stack.at(-1)).toMatchObject({
      view: 'ConnectingWalletConnect',
      params: { walletId: idOf(2) },
    })
    expect(view.state().pairing.walletId).toBe(idOf(2))
  })

  test('a click on an installed wallet is tracked with its position', async () => {
    const view = await withDirectory()
    await view.press(/^Harbor/)
    expect(view.told).toContainEqual({
      event: 'SELECT_WALLET',
      properties: { name: 'Harbor', platform: 'browser', walletRank: undefined, view: 'Connect', displayIndex: 2 },
    })
  })

  test('are disabled, with the reason shown, while a wallet is paired in multi-wallet mode', async () => {
    const view = await withDirectory()
    await act(async () => {
      const { features } = view.state().project
      view.store.dispatch(
        featuresResolved({ features: { ...features, multiWallet: true }, switches: undefined, source: 'fresh' }),
      )
      view.store.dispatch(
        connected({ namespace: 'eip155', connection: { ...connectionWith(pairing), session: 'topic' } }),
      )
    })
    const disabled = [...view.container.querySelectorAll('button:disabled')].map(({ textContent }) => textContent)
    expect(disabled.join()).toMatch(/WalletConnectconnected.*Wallet 1.*Search wallets/)
    expect(disabled.join()).not.toContain('Harbor')
    expect(view.text()).toContain('A wallet is already connected by code.')
  })
})

test.each<[string, NonNullable<PorticoOptions['features']>, string[]]>([
  ['are one button if the site collapses them', { collapseWallets: true }, ['Continue with a wallet']],
  ["are one button if the site uses that option's old name", { emailShowWallets: false }, ['Continue with a wallet']],
  ['are a list by default', {}, ['Harborinstalled', 'Lanterninstalled']],
])('if there is an e-mail login, the wallets %s', async (_, features, names) => {
  const auth: Connector = { id: 'AUTH', name: 'AUTH', type: 'AUTH', namespace: 'eip155' }
  const view = await show([auth, harbor, lantern], { features })
  const half = { messages: {}, views: {}, slots: { 'connect.email': [{}] } } as unknown as StaticHalf
  await act(async () => void view.store.dispatch(remoteAnnounced({ id: 'email', version: '1.0.0', half })))
  await untilLoginIsHere()
  expect(view.names('button')).toEqual(names)
})

describe('the consent checkbox, views.md §5', () => {
  const options: Partial<PorticoOptions> = {
    features: { legalCheckbox: true },
    termsConditionsUrl: 'https://shop.example/terms',
  }
  const box = ({ container }: { container: Element }) => container.querySelector<HTMLInputElement>('[type=checkbox]')

  test('has to be checked before a wallet can be clicked', async () => {
    const view = await show([harbor], options)
    expect(view.text()).toContain('I agree to the Terms of Service')
    const isInert = () => view.button(/^Harbor/).closest('[inert]') !== null
    expect(isInert()).toBe(true)
    await act(async () => box(view)?.click())
    expect(isInert()).toBe(false)
    await act(async () => box(view)?.click())
    expect(isInert()).toBe(true)
  })

  test('replaces the line about the terms', async () => {
    expect((await show([harbor], options)).text()).not.toContain('By connecting')
  })

  test('is not shown if the site has no terms', async () => {
    const view = await show([harbor], { features: { legalCheckbox: true } })
    expect(box(view)).toBeNull()
    expect(view.button(/^Harbor/).closest('[inert]')).toBeNull()
  })
})

describe('the line about the terms, views.md §5', () => {
  const terms = 'https://shop.example/terms'
  const privacy = 'https://shop.example/privacy'

  test.each<[string, Partial<PorticoOptions>, string, string[]]>([
    ['is missing if the site names no documents', {}, '', []],
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

describe('a remote that adds to Connect', () => {
  const slots = {
    'connect.methods': [{ label: 'safety.action', icon: 'shield', view: 'Safety', testId: 'connect-safety' }],
    'connect.badges': [{ label: 'safety.badge', wallets: [harbor.id] }],
  }
  const views = { Safety: { title: 'safety.action' } }
  // This test has no texts of remotes, so labels are shown as keys.
  const half = { messages: {}, views, slots, icons: { shield: 'M1 1H3' } } as StaticHalf

  test('has its way to connect below the wallets, with its own icon, and its word beside a wallet', async () => {
    const view = await show()
    await act(async () => void view.store.dispatch(remoteAnnounced({ id: 'safety', version: '1.0.0', half })))
    await untilLoginIsHere()
    expect(view.names('button')).toEqual(['Harborsafety.badgeinstalled', 'Lanterninstalled', 'safety.action'])
    expect(view.container.querySelector('[data-testid=connect-safety] path')?.getAttribute('d')).toBe('M1 1H3')
    await view.press('safety.action')
    expect(view.state().router.stack.at(-1)?.view).toBe('Safety')
  })

  test('does not bring fields for e-mail where there is no embedded wallet, and leaves the wallets as they are', async () => {
    const view = await show([harbor, lantern], { features: { collapseWallets: true } })
    const email = { messages: {}, views: {}, slots: { 'connect.email': [{}] } } as unknown as StaticHalf
    await act(async () => {
      view.store.dispatch(remoteAnnounced({ id: 'email', version: '1.0.0', half: email }))
      view.store.dispatch(remoteAnnounced({ id: 'safety', version: '1.0.0', half }))
    })
    await untilLoginIsHere()
    expect(view.names('button')).toEqual(['Harborsafety.badgeinstalled', 'Lanterninstalled', 'safety.action'])
    expect(view.container.querySelector('input')).toBeNull()
  })

  test('leaves nothing behind when it is switched off', async () => {
    const view = await show()
    await act(async () => void view.store.dispatch(remoteAnnounced({ id: 'safety', version: '1.0.0', half })))
    await untilLoginIsHere()
    await act(async () => void view.store.dispatch(remoteWithdrawn('safety')))
    expect(view.names('button')).toEqual(['Harborinstalled', 'Lanterninstalled'])
  })
})
