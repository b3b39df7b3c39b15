import type { Description } from '@portico/contracts/preview'
import { createFamiliar } from './familiar.ts'
import { createReceivers, openReceiverTable } from './receivers.ts'

const FIRST = `0x${'1a'.repeat(20)}`
const SECOND = `0x${'2b'.repeat(20)}`
const SPENDER = `0x${'3c'.repeat(20)}`

const sending = (address: string, change: Partial<Description> = {}): Description => ({
  kind: 'nativeTransfer',
  titleKey: 'preview.kind.nativeTransfer',
  lines: [
    { labelKey: 'preview.receiver', value: { type: 'address', address } },
    { labelKey: 'preview.spender', value: { type: 'address', address: SPENDER } },
  ],
  raw: { type: 'hex', hex: '0x' },
  effects: { status: 'notSimulated' },
  ...change,
})
const amount = (of: bigint) => ({ labelKey: 'preview.amount', value: { type: 'amount', amount: of } }) as const

/** A page of a signed-in visitor, in a browser that stores nothing. */
function page() {
  const who: { wallet: string | undefined } = { wallet: 'ada' }
  const familiar = createFamiliar({
    receivers: createReceivers(openReceiverTable({})),
    wallet: async () => who.wallet,
  })
  return { who, familiar, known: async () => (await familiar.open()).addresses }
}

test('receivers of payments become known, including those in a batch; spenders do not', async () => {
  const { familiar, known } = page()
  expect(await known()).toEqual([])
  const batch = sending('', { kind: 'batch', lines: [], parts: [sending(FIRST.toUpperCase().replace('0X', '0x'))] })
  await (await familiar.open()).remember('wallet_sendCalls', batch)
  expect(await known()).toEqual([FIRST])
})

test.each([
  ['of data that was only signed', 'eth_signTypedData_v4', {}],
  ['of a signed transaction that the site may never send', 'solana_signTransaction', {}],
  ['of a call that only its own data describes', 'eth_sendTransaction', { kind: 'describedCall' }],
  ['of a zero amount', 'eth_sendTransaction', { lines: [...sending(SECOND).lines, amount(0n)] }],
] as const)('a receiver %s is not remembered', async (_, method, change) => {
  const { familiar, known } = page()
  await (await familiar.open()).remember(method, sending(SECOND, change))
  expect(await known()).toEqual([])
  await (await familiar.open()).remember(
    'eth_sendTransaction',
    sending(FIRST, { lines: [...sending(FIRST).lines, amount(1n)] }),
  )
  expect(await known()).toEqual([FIRST])
})

test("a visitor who signs in does not get the previous visitor's receivers", async () => {
  const { who, familiar, known } = page()
  const before = await familiar.open()
  who.wallet = 'bob'
  await before.remember('eth_sendTransaction', sending(FIRST))
  expect(await known()).toEqual([])
  who.wallet = 'ada'
  expect(await known()).toEqual([FIRST])
  who.wallet = undefined
  expect(await known()).toEqual([])
})

test('storage that hangs or fails delays nothing', async () => {
  jest.useFakeTimers()
  try {
    const never = () => new Promise<never>(() => {})
    for (const broken of [never, () => Promise.reject(new Error('gone'))]) {
      const familiar = createFamiliar({ receivers: { of: broken, add: broken }, wallet: async () => 'ada' })
      const opening = familiar.open()
      await jest.advanceTimersByTimeAsync(1_000)
      const opened = await opening
      expect(opened.addresses).toEqual([])
      const remembering = opened.remember('eth_sendTransaction', sending(FIRST))
      await jest.advanceTimersByTimeAsync(1_000)
      await remembering
    }
  } finally {
    jest.useRealTimers()
  }
})
