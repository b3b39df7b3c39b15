/** @jest-environment jsdom */
import { type SIWXConfig, selectAccount } from '@portico/contracts'
import { ADDRESS, ethereum, fakeAdapter, fillBrowserGaps, harbor, polygon } from '@portico/contracts/testing'
import { type FakePlugIn, fakePlugIn, settled, siteWith } from '../../testing/site.ts'
import { createTestStore } from '../../testing/store.ts'
import { connect } from '../connections/connect.ts'
import { switchNetwork } from '../connections/switchNetwork.ts'
import { remoteAnnounced } from '../kernel/remotesSlice.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { createEmailCapture } from './emailCapture.ts'
import { siwxChanged } from './siwxSlice.ts'
import { watchCapture } from './watchCapture.ts'

beforeAll(fillBrowserGaps)
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}))
const sites: { dispose(): void }[] = []
afterEach(() => {
  for (const site of sites.splice(0)) site.dispose()
  jest.restoreAllMocks()
})

const ON_ETHEREUM = `eip155:1:${ADDRESS}`
const half = { messages: {}, views: { DataCapture: { title: 'emailCapture.title' } }, slots: {} }

/** A plug-in like the hosted service's, as far as email addresses are concerned. */
function taking(own: object = {}): FakePlugIn & { readonly heard: unknown[] } {
  const heard: unknown[] = []
  const methods = {
    requestEmailOtp: async (request: object) => {
      heard.push(request)
      return { uuid: 'a' }
    },
    confirmEmailOtp: async (request: object) => {
      heard.push(request)
      return null
    },
    ...own,
  }
  return { ...fakePlugIn(methods as Partial<SIWXConfig>), heard }
}

/** A visitor who has connected at a site whose project asks for email addresses. */
async function connected(plugIn: FakePlugIn, { isOn = true, hasRemote = true } = {}) {
  const page = await siteWith(plugIn, { adapters: [fakeAdapter()], networks: [ethereum, polygon] })
  sites.push(page)
  const { store, commands } = page
  const features = { ...ALL_OFF, emailCapture: isOn && ['required'] }
  store.dispatch(featuresResolved({ features, switches: undefined, source: 'fresh' }))
  if (hasRemote) store.dispatch(remoteAnnounced({ id: 'emailCapture', version: '1.0.0', half }))
  page.at('Connect', 'ConnectingExternal')
  await page.connect(harbor.id)
  await settled()
  const arrive = ({ caipAddress }: { caipAddress: string }) => void page.arrived.push(caipAddress)
  const capture = createEmailCapture({ store, commands, arrive, config: page.siwx.current()?.config })
  return { ...page, capture }
}

test('chains.md §7.2: a visitor who has to sign in is asked for an address first, and then signs', async () => {
  const { view, capture, store } = await connected(taking())
  expect(view()).toBe('DataCapture')
  expect(store.getState().router.stack).toHaveLength(1)
  capture.goOn()
  expect(view()).toBe('SIWXSignMessage')
})

test.each([
  ['is not switched on', { isOn: false }],
  ['has no release', { hasRemote: false }],
])('if the feature %s, the visitor is asked to sign in at once', async (_, situation) => {
  expect((await connected(taking(), situation)).view()).toBe('SIWXSignMessage')
})

test('the plug-in is asked to send a code, for the active account on its network', async () => {
  const plugIn = taking()
  const { capture } = await connected(plugIn)
  expect(capture.canTake).toBe(true)
  expect(await capture.requestCode('ada@shop.example')).toBe(true)
  await capture.confirmCode('123456')
  expect(plugIn.heard).toEqual([{ email: 'ada@shop.example', account: ON_ETHEREUM }, { code: '123456' }])
})

test('an address that was confirmed earlier needs no code; an empty response is an error', async () => {
  const known = await connected(taking({ requestEmailOtp: async () => ({ uuid: null }) }))
  expect(await known.capture.requestCode('ada@shop.example')).toBe(false)
  const silent = await connected(taking({ requestEmailOtp: async () => ({}) }))
  await expect(silent.capture.requestCode('ada@shop.example')).rejects.toMatchObject({ code: 'siwx.signFailed' })
})

test('a code that the service refuses is distinguished from an unreachable service', async () => {
  const refused = Object.assign(new Error('no'), { code: 'siwx.refused' })
  for (const [error, isRefused] of [
    [refused, true],
    [new Error('gone'), false],
  ] as const) {
    const { capture } = await connected(taking({ confirmEmailOtp: () => Promise.reject(error) }))
    await expect(capture.confirmCode('123456')).rejects.toMatchObject({
      code: 'siwx.signFailed',
      details: { isRefused },
    })
  }
})

test('if another plug-in takes no address, continuing leads to the signature', async () => {
  const { capture, view } = await connected(fakePlugIn())
  expect(capture.canTake).toBe(false)
  await expect(capture.requestCode('ada@shop.example')).rejects.toMatchObject({ code: 'siwx.signFailed' })
  capture.goOn()
  expect(view()).toBe('SIWXSignMessage')
})

test("the visitor can disconnect with the view's button", async () => {
  const { capture, account } = await connected(taking())
  await capture.disconnect()
  expect(account()).toBeUndefined()
  await expect(capture.requestCode('ada@shop.example')).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

describe('views.md §3.3: a visitor who leaves without continuing', () => {
  test("is disconnected, even before the view's code has loaded", async () => {
    const { commands, account } = await connected(taking())
    commands.safeClose()
    await settled()
    expect(account()).toBeUndefined()
  })

  test('is also disconnected in the view that asks for the emailed code', async () => {
    const { commands, account } = await connected(taking())
    commands.replace('DataCaptureOtpConfirm' as 'DataCapture')
    await settled()
    expect(account()).toBe(ON_ETHEREUM)
    commands.close()
    await settled()
    expect(account()).toBeUndefined()
  })

  test('stays connected if another tab has signed in meanwhile', async () => {
    const { commands, account, store } = await connected(taking())
    store.dispatch(siwxChanged({ unsigned: undefined }))
    commands.close()
    await settled()
    expect(account()).toBe(ON_ETHEREUM)
  })

  test('is also disconnected at a site without sign-in; a visitor who continues is asked again next time', async () => {
    const page = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum] })
    const { store, commands, startListening } = page
    const arrive = () => commands.close()
    const capture = createEmailCapture({ store, commands, arrive, config: undefined })
    const undo = watchCapture({ store, startListening })
    const account = () => selectAccount(store.getState())?.caipAddress
    await store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
    commands.navigate('DataCapture')
    capture.goOn()
    await settled()
    expect(account()).toBe(ON_ETHEREUM)
    commands.navigate('DataCapture')
    commands.close()
    await settled()
    expect(account()).toBeUndefined()
    undo()
  })
})

test('is asked again on another network, but not if that network has a session', async () => {
  const plugIn = taking()
  const { capture, store, view, account } = await connected(plugIn)
  plugIn.remembers('eip155:137', ADDRESS)
  await store.dispatch(switchNetwork('eip155:137'))
  await settled()
  expect(view()).not.toBe('DataCapture')
  await capture.disconnect()
  expect(account()).toBe(`eip155:137:${ADDRESS}`)
})

test('without a plug-in for sign-in, continuing completes the connection, and leaving disconnects', async () => {
  const test = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum] })
  const { store, commands } = test
  await store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  const arrived: string[] = []
  const capture = createEmailCapture({
    store,
    commands,
    arrive: ({ caipAddress }) => void arrived.push(caipAddress),
    config: undefined,
  })
  expect(capture.canTake).toBe(false)
  capture.goOn()
  expect(arrived).toEqual([ON_ETHEREUM])
  await capture.disconnect()
  expect(selectAccount(store.getState())).toBeUndefined()
})
