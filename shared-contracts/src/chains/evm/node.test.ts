import { type ActingCommands, ModalError } from '@portico/contracts'
import fc from 'fast-check'
import { toRlp } from 'viem'
import { encodeHex } from '../bytes.ts'
import { dataFee, unsignedTransaction } from './dataFee.ts'
import { evmNode } from './node.ts'

const { signal } = new AbortController()
const hex = (value: bigint) => `0x${value.toString(16)}`
const wei = fc.bigInt({ min: 0n, max: 10n ** 15n })

/**
 * A node with this gas price. @param base the base fee of the newest block; undefined for a chain from before EIP-1559
 */
const node = (price: unknown, base?: unknown): Pick<ActingCommands, 'askNode'> => ({
  askNode: async ({ method }) =>
    method === 'eth_gasPrice' ? price : { ...(base !== undefined && { baseFeePerGas: base }) },
})
const priceOf = (ask: Pick<ActingCommands, 'askNode'>) => evmNode(ask, 'eip155:1', signal).gasPrice()

describe('the highest price of a unit of gas', () => {
  test('is the current price plus one base fee, and never less than twice the base fee', async () => {
    await fc.assert(
      fc.asyncProperty(wei, wei, async (price, base) => {
        const most = await priceOf(node(hex(price), hex(base)))
        expect(most >= price && most >= 2n * base).toBe(true)
        expect([price + base, 2n * base]).toContain(most)
      }),
    )
  })

  test("is the node's price if there is no base fee", async () => {
    await fc.assert(fc.asyncProperty(wei, async (price) => (await priceOf(node(hex(price)))) === price))
  })

  test.each([
    ['an invalid number', '0xg', '0x1'],
    ['a JSON number', 7, '0x1'],
    ['undefined', undefined, '0x1'],
    ['an invalid base fee', '0x1', 'much'],
  ])('is unknown if a node returns %s', async (_, price, base) => {
    await expect(priceOf(node(price, base))).rejects.toMatchObject({ code: 'service.invalidAnswer' })
  })
})

describe('the data fee of an OP network', () => {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const request = {
    namespace: 'eip155' as const,
    caipNetworkId: 'eip155:8453' as const,
    from: `0x${'11'.repeat(20)}`,
    to: `0x${'22'.repeat(20)}`,
    value: 7n,
    data: '0x1234' as const,
  }

  test("is a quarter above the oracle's, and never rounded down", async () => {
    const oracle = fc.bigInt({ min: 0n, max: 10n ** 20n })
    await fc.assert(
      fc.asyncProperty(oracle, async (said) => {
        const askNode = async () => word(said)
        const fee = await dataFee(10, request, evmNode({ askNode }, 'eip155:10', signal))
        expect(4n * fee >= 5n * said && 4n * (fee - 1n) < 5n * said).toBe(true)
      }),
    )
  })

  test('is zero on other networks, without a request to the node', async () => {
    const askNode = jest.fn()
    expect(await dataFee(1, request, evmNode({ askNode }, 'eip155:1', signal))).toBe(0n)
    expect(askNode).not.toHaveBeenCalled()
  })

  test.each([['0x'], ['7'], [undefined], [`${word(1n)}00`]])('is unknown if the oracle returns %j', async (said) => {
    const node = evmNode({ askNode: async () => said }, 'eip155:10', signal)
    await expect(dataFee('10', request, node)).rejects.toBeInstanceOf(ModalError)
  })

  test('is requested for a transaction that is encoded as another library encodes it', () => {
    const numbers = Array(4).fill('0xa3f19c5b7d')
    const data = fc.uint8Array({ maxLength: 300 }).map((bytes) => `0x${encodeHex(bytes)}` as const)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 100n }), data, (value, data) => {
        const digits = value === 0n ? '' : value.toString(16)
        const written = `0x${digits.padStart(digits.length + (digits.length % 2), '0')}`
        const fields = ['0x2105', ...numbers, request.to, written, data, []] as never
        expect(`0x${encodeHex(unsignedTransaction(8453n, { ...request, value, data }))}`).toBe(
          `0x02${toRlp(fields).slice(2)}`,
        )
      }),
    )
  })
})
