import { type Addresses, DeviceUnconfirmed, type Wallet } from '../parts.ts'
import { lateRpc } from './lateRpc.ts'
import { lateWallet } from './lateWallet.ts'

const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

function open(withSeed: Wallet['withSeed']) {
  let loads = 0
  const forget = jest.fn()
  const wallet = lateWallet(async () => {
    loads += 1
    return { addresses: async () => ({}) as Addresses, waitForDevice: async () => {}, withSeed, forget }
  })
  return { wallet, forget, loads: () => loads }
}

test('the code of the wallet is not fetched for forgetting what nobody knows', () => {
  const { wallet, loads } = open(() => Promise.reject(new Error('not asked for')))
  wallet.forget()
  expect(loads()).toBe(0)
})

test('a share that fits no longer makes the page find nobody connected', async () => {
  const { wallet, forget } = open(() => Promise.reject(new DeviceUnconfirmed()))
  await expect(wallet.withSeed(async () => {})).rejects.toThrow(DeviceUnconfirmed)
  expect(forget).toHaveBeenCalledTimes(1)
})

test('what a page has asked for and calls off while the code is on its way is called off', async () => {
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
  const rpc = lateRpc(load)
  await rpc.RPC_ABORT(undefined, asking)
  expect(done).toEqual([])
  const request = rpc.RPC_REQUEST({ method: 'eth_accounts', params: undefined }, asking)
  await rpc.RPC_ABORT(undefined, asking)
  await request
  expect(done).toEqual(['request', 'abort'])
})
