/** @jest-environment jsdom */
import { selectAccount } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  OTHER_ADDRESS,
  polygon,
  render,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { testEmbedded } from '../../../testing/embeddedVisitor.tsx'
import { networkChosen } from '../../connections/networksSlice.ts'
import { createViewSource } from '../../router/viewSource.ts'
import { Account } from '../Account/Account.tsx'
import { ProfileWallets } from '../ProfileWallets/ProfileWallets.tsx'
import { AccountSettings } from './AccountSettings.tsx'

const smart = { address: ADDRESS, type: 'smartAccount' as const }
const eoa = { address: OTHER_ADDRESS, type: 'eoa' as const }

type Given = Partial<Parameters<typeof testEmbedded<FakeAdapter>>[0]>

/** The settings of a visitor whose smart account is active, unless the test says otherwise. */
const visitorWith = (given: Given = {}) =>
  testEmbedded({ adapter: fakeAdapter(), networks: [ethereum, polygon], accounts: [smart, eoa], ...given })

const answer = { name: null as string | null }
beforeAll(fillBrowserGaps)
beforeEach(() => {
  answer.name = null
  globalThis.fetch = jest.fn(async () => ({ ok: true, json: async () => answer })) as never
})
afterEach(unmountAll)

/** Switches the remote for email on or off. */
const withEmail = (isOn = true) => ({
  views: createViewSource({}, () => ({
    find: (view) => (isOn && view === 'UpdateEmailWallet' ? { title: 'x' } : undefined),
    loaded: () => undefined,
    drawn() {},
    crashed: async () => false,
    load: () => Promise.reject(new Error('not here')),
  })),
})

async function settings(given: Given = {}) {
  const visitor = visitorWith({ shell: withEmail(), ...given })
  return { ...visitor, ...(await visitor.show(render, <AccountSettings />)) }
}
const rows = ({ names }: { names(selector: string): string[] }) => names('button').slice(1)

test('§11.2: the rows are address, e-mail, network, smart account, name, the wallet itself, disconnect', async () => {
  const shown = await settings({
    options: { projectId: 'a'.repeat(32), endpoints: { secureSite: 'https://secure.example' } },
  })
  const { address } = selectAccount(shown.store.getState()) ?? {}
  expect(shown.find('account-settings-address')?.querySelector('bdi')?.title).toBe(address)
  expect(rows(shown)).toEqual([
    'ada@mail.example',
    'Ethereum',
    'Smart account settings',
    'Choose account name',
    'Manage your wallet',
    'Disconnect',
  ])
})

test('the whole address is copied', async () => {
  const writeText = jest.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const { pressId, snack } = await settings()
  await pressId('account-settings-address')
  expect(writeText).toHaveBeenCalledWith(ADDRESS)
  expect(snack()).toBe('Address copied')
})

test.each([
  ['w3m-account-email-update', 'UpdateEmailWallet'],
  ['account-switch-network-button', 'Networks'],
  ['account-smart-account-settings-button', 'SmartAccountSettings'],
  ['account-choose-name-button', 'ChooseAccountName'],
])('clicking %s opens %s', async (testId, view) => {
  const shown = await settings()
  await shown.pressId(testId)
  expect(shown.view()).toBe(view)
})

test('the wallet is managed on the secure site, in a tab without access to this page', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null)
  const projectId = 'a'.repeat(32)
  const shown = await settings({ options: { projectId, endpoints: { secureSite: 'https://secure.example' } } })
  await shown.pressId('account-manage-wallet-button')
  expect(opened.mock.calls).toEqual([
    [`https://secure.example/wallet?projectId=${projectId}`, '_blank', 'noopener,noreferrer'],
  ])
  opened.mockRestore()
})

test('after changing the email address, the visitor is back in the settings', async () => {
  const { pressId, store } = await settings()
  await pressId('w3m-account-email-update')
  expect(store.getState().router.stack.at(-1)?.params).toEqual({ redirectView: 'AccountSettings' })
})

test('an e-mail address of more than 30 characters is cut', async () => {
  const email = `${'a'.repeat(30)}@mail.example`
  const shown = await settings({ user: { provider: 'email', email } })
  expect(rows(shown)[0]).toBe(`${'a'.repeat(30)}…`)
})

test.each([
  ['the account name', { userName: 'ada', email: 'ada@mail.example' }, 'ada'],
  ['its email address, if there is no name', { email: 'ada@mail.example' }, 'ada@mail.example'],
  ['the provider, if nothing else is known', {}, 'Google'],
  ['a long name, cut', { userName: 'a'.repeat(31) }, `${'a'.repeat(30)}…`],
])('a visitor with social login sees %s, and cannot change it', async (_, user, label) => {
  const social = await settings({ user: { provider: 'google', ...user } })
  const row = social.find('w3m-account-email-update')
  expect(rows(social)[0]).toBe(label)
  expect([row?.hasAttribute('disabled'), row?.querySelector('.Row-trailing')]).toEqual([true, null])
})

test('without email login there is no email row', async () => {
  const off = await settings({ shell: withEmail(false) })
  expect(off.find('w3m-account-email-update')).toBeNull()
})

test('a single network is not offered as a choice, unless the wallet is on another network', async () => {
  const alone = await settings({ networks: [ethereum] })
  expect(alone.find('account-switch-network-button')?.hasAttribute('disabled')).toBe(true)
  const lost = await settings({ networks: [ethereum], caipNetworkId: 'eip155:999' })
  expect(lost.find('account-switch-network-button')?.hasAttribute('disabled')).toBe(false)
  expect(rows(lost)).toContain('Unknown network')
})

test('smart account settings appear only on networks with smart accounts', async () => {
  const other = await settings({ caipNetworkId: polygon.caipNetworkId })
  expect(other.find('account-smart-account-settings-button')).toBeNull()
})

test('an account that has a name is not offered another name', async () => {
  answer.name = 'river.portico.test'
  const shown = await settings()
  expect(shown.text()).toContain('river.portico.test')
  expect(shown.find('account-choose-name-button')).toBeNull()
})

test('without a project no names are offered', async () => {
  const basic = await settings({ options: { basic: true } })
  expect(basic.find('account-choose-name-button')).toBeNull()
})

test('after disconnecting nothing is shown', async () => {
  const visitor = visitorWith({ networks: [ethereum, solana] })
  const shown = await visitor.show(render, <AccountSettings />)
  await act(async () => void visitor.store.dispatch(networkChosen(solana.caipNetworkId)))
  expect(shown.names('button')).toEqual([])
})

test('disconnecting ends the connection', async () => {
  const { pressId, adapter, store } = await settings()
  await pressId('disconnect-button')
  expect(adapter.calls.map(({ method }) => method)).toContain('disconnect')
  expect(selectAccount(store.getState())).toBeUndefined()
})

test('Account links to the settings only for the embedded wallet', async () => {
  const visitor = visitorWith()
  const shown = await visitor.show(render, <Account />)
  await shown.pressId('account-settings-button')
  expect(visitor.view()).toBe('AccountSettings')
  const other = visitorWith({ connectorId: harbor.id })
  expect((await other.show(render, <Account />)).find('account-settings-button')).toBeNull()
})

test('the list of wallets links to the settings too', async () => {
  const visitor = visitorWith()
  const shown = await visitor.show(render, <ProfileWallets />)
  await shown.pressId('wui-active-profile-wallet-item-more-button')
  expect(visitor.view()).toBe('AccountSettings')
  const other = visitorWith({ connectorId: harbor.id })
  expect((await other.show(render, <ProfileWallets />)).find('wui-active-profile-wallet-item-more-button')).toBeNull()
})
