/** @jest-environment jsdom */
import { type Connection, isModalError } from '@portico/contracts'
import { readBitcoinAddress } from '@portico/contracts/chains/bitcoin/address'
import fc from 'fast-check'
import {
  bitcoin,
  clearPage,
  keysOf,
  okx,
  openPsbt,
  signet,
  site,
  standard,
  toBase64,
  unisat,
  xverse,
} from '../../../testing/bitcoinWallets.ts'

/** A revoked proxy throws on every access. */
const REVOKED = 'revoked'
const real = (value: unknown) => {
  if (value !== REVOKED) return value
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const { payment } = keysOf(bitcoin)
const value = fc.oneof(
  fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withTypedArray: true }),
  fc.constantFrom<unknown>(
    [payment.address],
    { addresses: [payment] },
    { accounts: [{}] },
    Symbol('x'),
    () => {},
    REVOKED,
  ),
)
const answer = fc.record({ value, throws: fc.boolean() })

const KINDS = {
  'Xverse Wallet': () => xverse(),
  unisat: () => unisat(),
  OKX: () => okx().mainnet,
  Harbor: () => standard(),
} as const

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  'whatever %s answers or throws, the result is valid data or one clear error',
  async (id) => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 12, maxLength: 12 }), async (given) => {
        const wallet = KINDS[id]()
        const methods = [
          'wallet_connect',
          'getAddresses',
          'wallet_getAccount',
          'requestAccounts',
          'getAccounts',
          'connect',
        ]
        const prompting = [
          'getPublicKey',
          'signMessage',
          'signPsbt',
          'sendTransfer',
          'switchChain',
          'wallet_changeNetwork',
        ]
        for (const [index, method] of [...methods, ...prompting].entries()) {
          const one = given[index]
          wallet.answer(method, () => {
            if (one?.throws) throw real(one.value)
            return real(one?.value)
          })
        }
        const page = site([bitcoin, signet])
        try {
          page.watch(id)
          const { address } = payment
          const signInputs = [{ address, index: 0 }]
          const outcomes: PromiseSettledResult<unknown>[] = [
            ...(await Promise.allSettled([page.connect(id), page.restore(id)])),
            ...(await Promise.allSettled([
              page.adapter.signMessage(id, address, 'hello'),
              page.provider(id).sendTransfer({ recipient: address, amount: '1' }),
              page.provider(id).signPSBT({ psbt: toBase64(openPsbt()), signInputs }),
              page.switchNetwork(id, signet),
              page.adapter.disconnect(id),
            ])),
          ]
          wallet.emit('accountsChanged', real(given[0]?.value))
          wallet.emit('accountChange', real(given[0]?.value))
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected') expect(isModalError(outcome.reason)).toBe(true)
          }
          for (const connected of outcomes.slice(0, 2)) {
            if (connected.status === 'rejected' || !connected.value) continue
            const { accounts } = connected.value as Connection
            expect(
              accounts.every(
                (account) => account.type === 'stx' || readBitcoinAddress(account.address, bitcoin.caipNetworkId),
              ),
            ).toBe(true)
          }
        } finally {
          page.end()
          clearPage()
          if ('unregister' in wallet) (wallet as { unregister(): void }).unregister()
        }
      }),
      { numRuns: 40 },
    )
  },
)

test('a wallet that does not answer a silent request times out', async () => {
  jest.useFakeTimers()
  const wallet = xverse()
  wallet.answer('wallet_getAccount', () => new Promise(() => {}))
  const page = site()
  const restoring = page.restore('Xverse Wallet')
  await jest.advanceTimersByTimeAsync(3_000)
  expect(await restoring).toBeUndefined()
  jest.useRealTimers()
  page.end()
  clearPage()
})

test('a late answer does not connect a visitor who has gone back', async () => {
  const wallet = xverse()
  wallet.answer('wallet_connect', () => new Promise(() => {}))
  const page = site()
  const back = new AbortController()
  const connecting = page.adapter.connect('Xverse Wallet', { network: bitcoin, signal: back.signal })
  back.abort()
  await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
  page.end()
  clearPage()
})

test('page objects that only look like wallets are ignored', () => {
  const throwing = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
    },
  )
  Object.assign(globalThis, {
    btc_providers: [null, 5, throwing, { id: 'nowhere.at.all', name: 'Ghost' }, { id: 'okxwallet', name: '\u202e' }],
    webbtc_providers: throwing,
    okxwallet: throwing,
    unisat: 'unisat',
    bitkeep: { unisat: {} },
  })
  const page = site()
  expect(page.connectors()).toEqual([])
  page.end()
  clearPage()
})
