import { ADDRESS, connectionWith, ethereum, harbor, OTHER_ADDRESS, polygon, solana } from '@portico/contracts/testing'
import { fakePlugIn, never } from '../../testing/site.ts'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import type { SignedCacao } from '../pairing/pairedWallets.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { createOneClick } from './oneClick.ts'
import { createQueue, type PlugIn } from './plugIn.ts'

afterEach(() => jest.useRealTimers())

function pairing(changes: Partial<PlugIn> = {}, networks = [ethereum, polygon]) {
  const site = fakePlugIn(changes)
  const { store, services, told } = createTestStore({ networks })
  const oneClick = createOneClick({ siwx: site.plugIn, queue: createQueue(), store, track: services.track })
  return { ...site, ...oneClick, store, told }
}

const signed = (chainId: number, address = ADDRESS): SignedCacao => ({
  caipAddress: `eip155:${chainId}:${address}`,
  message: `on ${chainId}`,
  signature: '0x5160',
  cacao: {
    h: { t: 'caip122' },
    p: {
      iss: `did:pkh:eip155:${chainId}:${address}`,
      aud: 'https://shop.example/',
      domain: 'shop.example',
      version: '1',
      nonce: 'nonce12345',
      iat: '2026-01-02T03:04:05.000Z',
      exp: '2026-01-03T03:04:05.000Z',
    },
    s: { t: 'eip191', s: '0x5160' },
  },
})

describe('the message that a wallet signs while pairing (chains.md §7.7)', () => {
  test("is the site's message, into which the wallet inserts the address", async () => {
    const { request, asked } = pairing()
    expect(await request()).toEqual({ domain: 'shop.example', uri: 'https://shop.example/', nonce: '1' })
    expect(asked).toEqual(['createMessage'])
  })

  test('is absent if visitors are asked for an email address first, even before the view for this has loaded', async () => {
    const { request, asked, store } = pairing()
    const features = { ...store.getState().project.features, emailCapture: ['required'] }
    store.dispatch(featuresResolved({ features, switches: undefined, source: 'fresh' }))
    expect(await request()).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('contains all fields that the site has set', async () => {
    const more = { requestId: '7', issuedAt: '2026-01-02T03:04:05.000Z', notBefore: '2026-01-02T03:00:00.000Z' }
    const { request } = pairing({
      createMessage: async (who) => ({
        ...who,
        domain: 'shop.example',
        uri: 'https://shop.example/',
        version: '1',
        nonce: 'nonce12345',
        ...more,
        toString: () => '',
      }),
    })
    expect(await request()).toEqual({
      domain: 'shop.example',
      uri: 'https://shop.example/',
      nonce: 'nonce12345',
      ...more,
    })
  })

  const EVM = [ethereum, polygon]
  test.each<[string, Partial<PlugIn>, typeof EVM]>([
    ['if the page has networks of other families', {}, [ethereum, solana]],
    ['if the plug-in has a signer of its own', { signMessage: async () => '0x' }, EVM],
    [
      'if the plug-in creates no message without an address',
      { createMessage: () => Promise.reject(new Error('no')) },
      EVM,
    ],
    [
      'if the plug-in throws at once',
      {
        createMessage() {
          throw new Error('no')
        },
      },
      EVM,
    ],
  ])('is absent %s', async (_, changes, networks) => {
    expect(await pairing(changes, networks).request()).toBeUndefined()
  })

  test('does not delay the QR code if the server does not answer', async () => {
    jest.useFakeTimers()
    const requested = pairing({ createMessage: never }).request()
    await jest.advanceTimersByTimeAsync(5_000)
    expect(await requested).toBeUndefined()
  })
})

describe('a message that the wallet has signed', () => {
  test('is passed to the plug-in in one step, and is tracked', async () => {
    const { accept, signedIn, asked, told } = pairing()
    await accept([signed(1), signed(137)])
    expect(signedIn()).toEqual([`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`])
    expect(asked).toEqual(['setSessions'])
    expect(told).toEqual([{ event: 'SIWX_AUTH_SUCCESS', properties: { network: 'eip155:1' } }])
  })

  test('is passed on with every signed field', async () => {
    const setSessions = jest.fn()
    await pairing({ setSessions }).accept([signed(1)])
    expect(setSessions).toHaveBeenCalledWith([
      {
        data: {
          accountAddress: ADDRESS,
          chainId: 'eip155:1',
          domain: 'shop.example',
          uri: 'https://shop.example/',
          version: '1',
          nonce: 'nonce12345',
          issuedAt: '2026-01-02T03:04:05.000Z',
          expirationTime: '2026-01-03T03:04:05.000Z',
        },
        message: 'on 1',
        signature: '0x5160',
        cacao: signed(1).cacao,
      },
    ])
  })

  test('does not affect a wallet that is connected beside the paired one', async () => {
    const { accept, signedIn, store, remembers } = pairing()
    const connection = { ...connectionWith(harbor), accounts: [{ address: OTHER_ADDRESS }] as const }
    store.dispatch(connected({ namespace: 'eip155', connection }))
    remembers('eip155:137', OTHER_ADDRESS)
    await accept([signed(1)])
    expect(signedIn()).toEqual([`eip155:1:${ADDRESS}`, `eip155:137:${OTHER_ADDRESS}`])
  })

  test('is reported to the pairing if the plug-in refuses it, and the window does not show the refusal', async () => {
    const { accept, store, told } = pairing({ setSessions: () => Promise.reject(new Error('no')) })
    const accepting = accept([signed(1)])
    expect(store.getState().feedback.snack).toMatchObject({ variant: 'loading' })
    await expect(accepting).rejects.toThrow('no')
    expect([store.getState().feedback.snack, told]).toEqual([null, []])
  })
})
