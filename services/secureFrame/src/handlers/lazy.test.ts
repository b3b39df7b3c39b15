import { type Addresses, DeviceUnconfirmed, type Wallet } from '../interfaces.ts'
import { lazyRpc } from './lazyRpc.ts'
import { lazyWallet } from './lazyWallet.ts'

const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

function open(withSeed: Wallet['withSeed']) {
  let loads = 0
  const forget = jest.fn()
  const wallet = lazyWallet(async () => {
    loads += 1
    return { addresses: async () => ({}) as Addresses, waitForDevice: async () => {}, withSeed, forget }
  })
  return { wallet, forget, loads: () => loads }
}

test('forgetting a wallet that was never opened does not load its code', () => {
  const { wallet, loads } = open(() => Promise.reject(new Error('not asked for')))
  wallet.forget()
  expect(loads()).toBe(0)
})

test("if this device's share is outdated, the cached addresses are forgotten", async () => {
  const { wallet, forget } = open(() => Promise.reject(new DeviceUnconfirmed()))
  await expect(wallet.withSeed(async () => {})).rejects.toThrow(DeviceUnconfirmed)
  expect(forget).toHaveBeenCalledTimes(1)
})

test('a request that is cancelled while the code loads stays cancelled', async () => {
  const done: string[] = []
  const load = async () => ({
    RPC_REQUEST: async () => {
      done.push('request')
      return null
    },
    RPC_ABORT: async () => {
      done.push('abort')
      return undefined
    },
    REVIEW_NEW_DEVICES: async () => undefined,
  })
  const rpc = lazyRpc(load)
  await rpc.RPC_ABORT(undefined, asking)
  expect(done).toEqual([])
  const request = rpc.RPC_REQUEST({ method: 'eth_accounts', params: undefined }, asking)
  await rpc.RPC_ABORT(undefined, asking)
  await request
  expect(done).toEqual(['request', 'abort'])
})
