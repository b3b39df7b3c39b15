import { hex } from '@scure/base'
import { first, second } from '../testing/bitcoinAccounts.ts'
import { ANYBODY, bitcoinNode, psbtSpending, signedInputs } from '../testing/bitcoinNode.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { isValidBip322, recoverPublicKey } from '../testing/verifyBitcoinMessage.ts'
import type { BitcoinControls } from './bitcoinControls.ts'
import { createOkx } from './createOkx.ts'
import { createUnisat } from './createUnisat.ts'

type Call = (...given: readonly unknown[]) => Promise<unknown>
type Provider = Record<string, Call>
type Page = EventTarget & {
  unisat?: Provider
  bitkeep?: { unisat?: Provider; suiWallet?: { icon: string } }
  okxwallet?: { bitcoin?: Provider; cardano?: { icon: string } }
}

interface Opened {
  readonly page: Page
  readonly controls: BitcoinControls
  /** Calls a method of the provider. */
  call(method: string, ...given: readonly unknown[]): Promise<unknown>
}

const setup = ({ behaviour = 'ok', rpcUrl = 'http://localhost:1', storage = memoryStorage() } = {}) => {
  const page: Page = new EventTarget()
  return { behaviour, rpcUrl, storage, page, name: 'A wallet' }
}
type Settings = Parameters<typeof setup>[0]

const callOf =
  (provider: () => Provider | undefined) =>
  (method: string, ...given: readonly unknown[]) => {
    const run = provider()?.[method]
    if (!run) throw new Error(`There is no ${method}.`)
    return run(...given)
  }

const openUnisat = (settings?: Settings): Opened => {
  const given = setup(settings)
  const { page } = given
  return { page, controls: createUnisat(given, { path: 'unisat' }).controls, call: callOf(() => page.unisat) }
}
const openOkx = (settings?: Settings): Opened => {
  const given = setup(settings)
  const { page } = given
  return { page, controls: createOkx(given).controls, call: callOf(() => page.okxwallet?.bitcoin) }
}

const connected = async (open: (settings?: Settings) => Opened, settings?: Settings) => {
  const opened = open(settings)
  await opened.call('requestAccounts')
  return opened
}

const { payment } = first
const psbt = hex.encode(psbtSpending(payment.script, first.ordinals.script))

describe.each([
  ['UniSat', openUnisat],
  ['OKX', openOkx],
])('%s', (_, open) => {
  test('shows one address with permission, and none without', async () => {
    const { call, controls } = open()
    expect(await call('getAccounts')).toEqual([])
    await expect(call('getPublicKey')).rejects.toMatchObject({ code: 4100 })
    expect(await call('requestAccounts')).toEqual([payment.address])
    expect(await call('getAccounts')).toEqual([payment.address])
    expect(await call('getPublicKey')).toBe(hex.encode(payment.publicKey))
    expect(await call('getNetwork')).toBe('regtest')
    controls.lock()
    expect(await call('getAccounts')).toEqual([])
  })

  test('a refusal has the EIP-1193 code', async () => {
    await expect(open({ behaviour: 'reject' }).call('requestAccounts')).rejects.toMatchObject({ code: 4001 })
  })

  test('signs messages by ECDSA, or by BIP-322 on request', async () => {
    const { call } = await connected(open)
    const ecdsa = String(await call('signMessage', 'a text'))
    expect(recoverPublicKey('a text', ecdsa, 31)).toBe(hex.encode(payment.publicKey))
    const bip322 = String(await call('signMessage', 'a text', 'bip322-simple'))
    expect(isValidBip322('a text', bip322, hex.encode(payment.script))).toBe(true)
    await expect(call('signMessage', 'a text', 'BIP322')).rejects.toMatchObject({ code: -32602 })
  })

  test('sendBitcoin takes satoshi as a number', async () => {
    const node = await bitcoinNode()
    try {
      const { call } = await connected(open, node)
      expect(await call('sendBitcoin', ANYBODY, 12_345)).toBe(node.sent[0]?.id)
      expect(node.sent[0]?.getOutput(0).amount).toBe(12_345n)
      await expect(call('sendBitcoin', ANYBODY, 0.5)).rejects.toMatchObject({ code: -32602 })
      await expect(call('sendBitcoin', ANYBODY, Number.NaN)).rejects.toMatchObject({ code: -32602 })
      await expect(call('sendBitcoin', ANYBODY, '12345')).rejects.toMatchObject({ code: -32602 })
    } finally {
      node.close()
    }
  })

  test('signs a PSBT in hex, finalizes it unless told otherwise, and sends it', async () => {
    const node = await bitcoinNode()
    try {
      const { call } = await connected(open, node)
      const toSignInputs = [{ index: 1, address: first.ordinals.address }]
      const partly = String(await call('signPsbt', psbt, { autoFinalized: false, toSignInputs }))
      expect(signedInputs(hex.decode(partly))).toEqual([1])
      const whole = await call('signPsbt', psbt)
      expect(await call('pushPsbt', whole)).toBe(node.sent[0]?.id)
      await expect(call('signPsbt', 'cHNidP8=')).rejects.toMatchObject({ code: -32602 })
    } finally {
      node.close()
    }
  })

  test('accountsChanged reports addresses, until the listener is removed', async () => {
    const { call, controls } = await connected(open)
    const heard: unknown[] = []
    const hear = (accounts: unknown) => heard.push(accounts)
    call('on', 'accountsChanged', hear)
    controls.setAccount(1)
    controls.lock()
    call('removeListener', 'accountsChanged', hear)
    controls.setAccount(0)
    expect(heard).toEqual([[second.payment.address], []])
  })
})

describe('UniSat alone', () => {
  test('an imitator appears at its own paths, with its icon, and not as window.unisat', () => {
    const given = setup()
    const { controls } = createUnisat(given, { path: 'bitkeep.unisat', iconPath: 'bitkeep.suiWallet' })
    const { bitkeep, unisat } = given.page
    expect(bitkeep?.unisat).toBeDefined()
    expect(bitkeep?.suiWallet?.icon).toMatch(/^data:image/)
    expect(unisat).toBeUndefined()
    controls.withdraw()
    expect(bitkeep).toEqual({})
  })

  test('changes its network and reports it', async () => {
    const { call } = await connected(openUnisat)
    const heard: unknown[] = []
    for (const event of ['networkChanged', 'chainChanged', 'accountsChanged']) {
      call('on', event, (payload: unknown) => heard.push(payload))
    }
    expect(await call('getChain')).toMatchObject({ enum: 'BITCOIN_REGTEST' })
    expect(await call('switchChain', 'BITCOIN_TESTNET')).toMatchObject({ enum: 'BITCOIN_TESTNET' })
    expect(heard).toEqual([
      'testnet',
      expect.objectContaining({ network: 'testnet' }),
      [expect.stringMatching(/^tb1q/)],
    ])
    await expect(call('switchChain', 'MOON')).rejects.toMatchObject({ code: -32602 })
  })

  test('disconnect revokes the permission', async () => {
    const storage = memoryStorage()
    await (await connected(openUnisat, { storage })).call('disconnect')
    expect(await openUnisat({ storage }).call('getAccounts')).toEqual([])
  })
})

describe('OKX alone', () => {
  test('connect returns the account with its key, as accountChanged does', async () => {
    const { page, call, controls } = openOkx()
    const account = ({ address, publicKey }: typeof payment) => ({ address, publicKey: hex.encode(publicKey) })
    expect(await call('connect')).toMatchObject(account(payment))
    const heard: unknown[] = []
    call('on', 'accountChanged', (given: unknown) => heard.push(given))
    controls.setAccount(1)
    controls.lock()
    expect(heard).toMatchObject([account(second.payment), null])
    expect(page.okxwallet?.cardano?.icon).toMatch(/^data:image/)
    controls.withdraw()
    expect(page.okxwallet).toEqual({})
  })

  test.each([
    ['0.00012345', 12_345n],
    ['0.5', 50_000_000n],
    ['0.000006', 600n],
  ])('send takes BTC: %s', async (value, amount) => {
    const node = await bitcoinNode()
    try {
      const { call } = await connected(openOkx, node)
      expect(await call('send', { from: payment.address, to: ANYBODY, value })).toEqual({ txhash: node.sent[0]?.id })
      expect(node.sent[0]?.getOutput(0).amount).toBe(amount)
    } finally {
      node.close()
    }
  })

  test.each(['1,234.5', '12345n', '1e-5', 0.5, '0.123456789'])('send refuses %s', async (value) => {
    const { call } = await connected(openOkx)
    const sending = call('send', { from: payment.address, to: ANYBODY, value })
    await expect(sending).rejects.toMatchObject({ code: -32602 })
  })

  test('removeAllListeners also removes the listeners of others', async () => {
    const { call, controls } = await connected(openOkx)
    const heard = jest.fn()
    call('on', 'accountsChanged', heard)
    call('removeAllListeners')
    controls.setAccount(1)
    expect(heard).not.toHaveBeenCalled()
  })
})
