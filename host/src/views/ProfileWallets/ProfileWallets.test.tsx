/** @jest-environment jsdom */
import { type Connector, type SocialProvider, WALLET_CONNECT_ID } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  fakeAdapter,
  fakePairing,
  fillBrowserGaps,
  harbor,
  lantern,
  polygon,
  render,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { dune, walletsIn } from '../../../testing/wallets.ts'
import { connect } from '../../connections/connect.ts'
import { disconnect } from '../../connections/disconnect.ts'
import { preparePairing } from '../../connections/pair.ts'
import { switchConnection } from '../../connections/switchConnection.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import type { Pairing } from '../../pairing/pairedWallets.ts'
import { featuresResolved } from '../../project/projectSlice.ts'
import { opened } from '../../router/routerSlice.ts'
import { createViewSource } from '../../router/viewSource.ts'
import { optionsRead } from '../../settingsSlice.ts'
import type { ShellContextValue } from '../../shellContext.ts'
import { ProfileWallets } from './ProfileWallets.tsx'

const { ferry, severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })
type SeveralWallets = ReturnType<typeof severalWallets>

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

async function show(
  parts: SeveralWallets = severalWallets(),
  connectorIds: readonly string[] = [],
  shell: Partial<ShellContextValue> = {},
) {
  for (const connectorId of connectorIds) await parts.dispatch(connect({ namespace: 'eip155', connectorId }))
  parts.store.dispatch(opened({ view: 'ProfileWallets' }))
  const view = await render(inShell(parts, <ProfileWallets />, { shell }))
  return {
    ...view,
    ...parts,
    names: () => [...view.container.querySelectorAll('.ProfileWallets-name')].map(({ textContent }) => textContent),
    snack: () => parts.state().feedback.snack,
    top: () => parts.state().router.stack.at(-1),
    find: (testId: string) => view.container.querySelector<HTMLElement>(`[data-testid="${testId}"]`),
  }
}

describe('if no wallet is connected', () => {
  test("the list says so, and the family's wallets can be opened", async () => {
    const { text, press, top } = await show()
    expect(text()).toContain('No wallet connectedAdd your first EVM wallet.')
    await press('Add EVM wallet')
    expect(top()).toMatchObject({ view: 'Connect', params: { namespace: 'eip155' } })
  })
})

describe("a family's wallets", () => {
  const all = [harbor.id, lantern.id, ferry.id]

  test('are listed, the active one first', async () => {
    const { names, find, text } = await show(severalWallets(), all)
    expect(names()).toEqual(['Ferry', 'Lantern', 'Harbor'])
    expect(find('balance-amount')?.textContent).toBe('3 wallets')
    expect(text()).toContain('Add EVM wallet')
  })

  test('can be made active', async () => {
    const { press, names, snack } = await show(severalWallets(), all)
    await press('Switch Harbor')
    expect(names()).toEqual(['Harbor', 'Ferry', 'Lantern'])
    expect(snack()).toMatchObject({ text: 'Wallet switched' })
  })

  test('show their accounts while active, and another account can be chosen', async () => {
    const { press, address, snack } = await show(severalWallets(), [harbor.id])
    await press(/^Switch io\.har/)
    expect(address()).toBe(`${harbor.id}-second`)
    expect(snack()).toMatchObject({ text: 'Account switched' })
  })

  test('can be disconnected one by one, and become recent wallets', async () => {
    const { press, names, container, snack } = await show(severalWallets(), all)
    await press('Disconnect Harbor')
    expect(snack()).toMatchObject({ text: 'Wallet disconnected' })
    expect(names()).toEqual(['Ferry', 'Lantern', 'Harbor'])
    expect(container.querySelectorAll('[data-testid="recent-connection"]')).toHaveLength(1)
  })

  test('can be disconnected all at once', async () => {
    const { press, live, find } = await show(severalWallets(), all)
    await press('Disconnect all')
    expect(live()).toEqual([])
    expect(find('empty-template')).not.toBeNull()
  })

  test('are removed even if they fail to disconnect; the failure is reported', async () => {
    const { press, evm, live, snack } = await show(severalWallets(), all)
    evm.fail('disconnect', 'failed')
    await press('Disconnect Ferry')
    expect(snack()).toMatchObject({ variant: 'error', text: 'Failed to disconnect wallet' })
    expect(live()).toEqual([lantern.id, harbor.id])
  })

  test('are restored from storage when the list opens', async () => {
    const before = severalWallets()
    for (const connectorId of all) await before.dispatch(connect({ namespace: 'eip155', connectorId }))
    const again = severalWallets({ storage: before.storage, evm: before.evm })
    const { names } = await show(again)
    expect(names()).toEqual(['Ferry', 'Lantern', 'Harbor'])
  })
})

describe('recently connected wallets', () => {
  async function afterHarbor() {
    const parts = severalWallets()
    for (const { id } of [harbor, lantern]) await parts.dispatch(connect({ namespace: 'eip155', connectorId: id }))
    await parts.dispatch(disconnect('eip155', harbor.id))
    return show(parts)
  }

  test('can be connected again', async () => {
    const { press, live } = await afterHarbor()
    await press('Connect Harbor')
    expect(live()).toEqual([harbor.id, lantern.id])
  })

  test('cause an error message if they refuse', async () => {
    const { press, evm, snack, live } = await afterHarbor()
    evm.fail('connect', 'rejected')
    await press('Connect Harbor')
    expect(snack()).toMatchObject({ variant: 'error', text: 'Connection rejected' })
    expect(live()).toEqual([lantern.id])
  })

  test('cause no error message if another wallet was chosen meanwhile', async () => {
    const { press, button, evm, dispatch, snack } = await afterHarbor()
    const answer = evm.hold('restore')
    await press('Connect Harbor')
    expect(button('Connect Harbor').getAttribute('aria-busy')).toBe('true')
    await act(async () => void (await dispatch(connect({ namespace: 'eip155', connectorId: ferry.id }))))
    await act(async () => answer())
    expect(snack()).toBeNull()
  })

  test('can be deleted', async () => {
    const { press, recent, find } = await afterHarbor()
    await press('Delete Harbor')
    expect(recent()).toEqual([])
    expect(find('recently-connected-text')).toBeNull()
  })

  describe('if they were paired', () => {
    const paired = {
      connectorId: WALLET_CONNECT_ID,
      caipNetworkId: ethereum.caipNetworkId,
      accounts: [{ address: ADDRESS }],
      wallet: { name: 'Phone' },
    } as const

    async function afterPairing() {
      const phone = fakePairing()
      const parts = severalWallets({ pairing: phone as unknown as Pairing })
      const pair = async (connections: Parameters<typeof phone.agree>[0]) => {
        await parts.dispatch(preparePairing())
        phone.agree(connections)
        await new Promise((resolve) => setTimeout(resolve))
      }
      await pair({ eip155: paired })
      await parts.dispatch(disconnect('eip155', WALLET_CONNECT_ID))
      return { ...(await show(parts)), phone, pair }
    }
    afterEach(() => jest.restoreAllMocks())

    test('show a QR code again, and waiting ends when the view is left', async () => {
      const { press, top, phone, state } = await afterPairing()
      const before = phone.calls.length
      await press('Connect Phone')
      expect(top()).toMatchObject({ view: 'ConnectingWalletConnect', params: {} })
      expect([phone.calls.slice(before), state().connections.families.eip155?.status]).toEqual([[], 'disconnected'])
    })

    test('are opened in the list of all wallets on a phone', async () => {
      jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
      const { press, top } = await afterPairing()
      await press('Connect Phone')
      expect(top()).toMatchObject({ view: 'AllWallets' })
    })

    test('are unavailable while another wallet is paired', async () => {
      const { press, top, pair, snack } = await afterPairing()
      await act(() => pair({ solana: { ...paired, caipNetworkId: solana.caipNetworkId } }))
      await press('EVM')
      await press('Connect Phone')
      expect(top()).toMatchObject({ view: 'ProfileWallets' })
      expect(snack()?.text).toMatch(/^A wallet is already connected by code/)
    })
  })

  describe('if they were a login', () => {
    const auth: Connector = { id: AUTH_ID, name: AUTH_ID, type: 'AUTH', namespace: 'eip155' }
    const LOGIN_VIEWS = ['EmailLogin', 'ConnectingSocial', 'ConnectingFarcaster']

    async function afterLogin(name: string, { socials = ['google', 'farcaster'], hasEmail = true } = {}) {
      const evm = fakeAdapter({
        connectors: [harbor, auth],
        connection: (connectorId) => ({
          ...connectionWith(),
          connectorId,
          ...(connectorId === AUTH_ID && { session: 'login', wallet: { name } }),
        }),
      })
      const parts = severalWallets({ evm })
      const { store, dispatch, commands } = parts
      const features = { ...store.getState().project.features, socials: socials as readonly SocialProvider[] }
      store.dispatch(featuresResolved({ features, switches: undefined, source: 'fresh' }))
      for (const { id } of [harbor, auth]) await dispatch(connect({ namespace: 'eip155', connectorId: id }))
      await dispatch(disconnect('eip155', AUTH_ID))
      const before = evm.calls.length
      const opened = jest.fn()
      Object.assign(commands, { openSocialPopup: opened })
      const views = createViewSource({}, () => ({
        find: (view) => (hasEmail && LOGIN_VIEWS.includes(view) ? { title: 'x' } : undefined),
        loaded: () => undefined,
        drawn() {},
        crashed: async () => false,
        load: () => Promise.reject(new Error('not here')),
      }))
      const view = await show(parts, [], { views })
      const stack = () => parts.state().router.stack.map(({ view: name, params }) => (params ? { name, params } : name))
      return { ...view, asked: () => evm.calls.slice(before), opened, stack }
    }
    const CONNECT = { name: 'Connect', params: { namespace: 'eip155' } }

    test.each([
      ['Email', ['EmailLogin'], 0],
      ['Google', [{ name: 'ConnectingSocial', params: { provider: 'google' } }], 1],
      ['Farcaster', ['ConnectingFarcaster'], 0],
      ['someone that this release does not know', [CONNECT], 0],
      ['GitHub', [CONNECT], 0],
    ])('with %s open %j', async (name, views, popups) => {
      const { press, stack, opened, asked } = await afterLogin(name)
      await press(`Connect ${name}`)
      expect([stack().slice(1), opened.mock.calls.length]).toEqual([views, popups])
      expect(asked()).toEqual([])
    })

    test("of another family first open the family's ways to connect", async () => {
      const { press, stack, dispatch } = await afterLogin('Email')
      await act(async () => void (await dispatch(connect({ namespace: 'solana', connectorId: dune.id }))))
      await press('EVM')
      await press('Connect Email')
      expect(stack().slice(1)).toEqual([CONNECT, 'EmailLogin'])
    })

    test('whose method is switched off open the methods that are available', async () => {
      const { press, stack } = await afterLogin('Email', { hasEmail: false })
      await press('Connect Email')
      expect(stack().slice(1)).toEqual([CONNECT])
    })

    test('do not start before the visitor has given the required consent', async () => {
      const { press, stack, store } = await afterLogin('Email')
      const { settings } = store.getState()
      const features = { ...settings.options.features, legalCheckbox: true }
      const options = { ...settings.options, termsConditionsUrl: 'https://shop.example/terms', features }
      await act(async () => void store.dispatch(optionsRead({ ...settings, options: options as never })))
      await press('Connect Email')
      expect(stack().slice(1)).toEqual([CONNECT])
    })

    test('cannot be resumed by a page that switches by itself, because a visitor is needed', async () => {
      const { dispatch } = await afterLogin('Email')
      const switching = dispatch(switchConnection({ namespace: 'eip155', connectorId: AUTH_ID }))
      await expect(switching).rejects.toMatchObject({ code: 'connection.connectorMissing' })
    })
  })

  test('are hidden while not installed', async () => {
    const { evm, find } = await afterHarbor()
    await act(async () => evm.announce([lantern]))
    expect(find('recent-connection')).toBeNull()
  })
})

describe('the families', () => {
  test('are tabs, with the active one selected, and the arrow keys move between them', async () => {
    const { container, find, text } = await show(severalWallets(), [harbor.id])
    const tab = (name: string) => find(`tab-${name}`) as HTMLElement
    const key = (name: string, pressed: string) =>
      act(async () => void tab(name).dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true })))
    expect(container.querySelector('[role=tab][aria-selected=true]')).toBe(tab('evm'))
    await key('evm', 'ArrowRight')
    expect(document.activeElement).toBe(tab('solana'))
    expect(text()).toContain('Add your first Solana wallet.')
    await key('solana', 'ArrowRight')
    expect(document.activeElement).toBe(tab('evm'))
    await key('evm', 'ArrowLeft')
    expect([...container.querySelectorAll('[role=tab]')].map((one) => one.getAttribute('tabindex'))).toEqual([
      '-1',
      '0',
    ])
  })

  test('switch the page when the wallet of another family is chosen', async () => {
    const parts = severalWallets()
    await parts.dispatch(connect({ namespace: 'solana', connectorId: dune.id }))
    const { press, chosenId, find } = await show(parts, [harbor.id, lantern.id])
    await press('Solana')
    await press('Switch Dune-second')
    expect(chosenId()).toMatch(/^solana:/)
    expect(find('tab-solana')?.getAttribute('aria-selected')).toBe('true')
  })
})

test('switch the page when the account of another family is chosen', async () => {
  const parts = severalWallets({ isMulti: false })
  await parts.dispatch(connect({ namespace: 'solana', connectorId: dune.id }))
  const { press, chosenId, container, snack } = await show(parts, [harbor.id])
  const switches = () => container.querySelectorAll('[data-testid=wui-active-profile-wallet-item-switch-button]').length
  await press('Solana')
  expect(switches()).toBe(2)
  await press('Switch Dune-first')
  expect([chosenId(), snack()?.text, switches()]).toEqual([solana.caipNetworkId, 'Account switched', 1])
})

describe('in single-wallet mode', () => {
  test('there is only the active wallet, with no row to add one, and no recent wallets', async () => {
    const { names, find } = await show(severalWallets({ isMulti: false }), [harbor.id])
    expect(names()).toEqual(['Harbor'])
    expect(find('add-connection-button')).toBeNull()
    expect(find('recently-connected-text')).toBeNull()
  })
})
