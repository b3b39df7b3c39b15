/** @jest-environment jsdom */

import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'
import { APPROVAL_METHODS, READ_METHODS } from '@portico/contracts/embeddedWallet/rpcMethods'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { openRpc, settle } from '../../services/secureFrame/src/rpc/testing/openRpc.ts'
import { createTestWallet } from '../../services/secureFrame/src/rpc/testing/testWallet.ts'

jest.setTimeout(300_000)

const CASES = 3_000
const { account } = createTestWallet()
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const address = fc.oneof(
  fc.constant(account.evm),
  fc.constant(account.solana),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  fc.string(),
)
const hex = fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const quantity = fc.oneof(
  fc.bigInt({ min: 0n, max: 1n << 260n }).map((n) => `0x${n.toString(16)}`),
  fc.integer(),
)
const anything = fc.oneof(fc.anything(), fc.jsonValue(), address, hex, quantity)

const transaction = fc.record(
  {
    from: address,
    to: address,
    value: anything,
    data: fc.oneof(hex, anything),
    input: hex,
    gas: quantity,
    chainId: fc.oneof(fc.constant('0x1'), quantity),
    authorizationList: fc.array(anything, { maxLength: 2 }),
  },
  { requiredKeys: [] },
)
const typedData = fc.record(
  {
    types: fc.oneof(
      fc.constant({ Mail: [{ name: 'contents', type: 'string' }] }),
      fc.dictionary(fc.string(), fc.array(fc.record({ name: fc.string(), type: fc.string() }), { maxLength: 3 })),
    ),
    primaryType: fc.oneof(fc.constant('Mail'), fc.string()),
    domain: fc.oneof(fc.constant({}), fc.constant({ chainId: 1 }), fc.constant({ chainId: 5 }), fc.object()),
    message: fc.oneof(fc.record({ contents: fc.string() }), fc.object()),
  },
  { requiredKeys: [] },
)
const params = fc.oneof(
  anything,
  fc.array(anything, { maxLength: 4 }),
  fc.tuple(address, address),
  fc.tuple(hex, fc.constant(account.evm)),
  fc.tuple(transaction),
  fc.tuple(
    fc.constant(account.evm),
    fc.oneof(
      typedData,
      typedData.map((data) => JSON.stringify(data)),
    ),
  ),
  fc.record({ message: fc.string(), pubkey: address }),
  fc.record({ message: fc.constantFrom('abc', '3yZe7d'), pubkey: fc.constant(account.solana) }),
  fc.record({ transaction: anything, transactions: fc.array(anything) }, { requiredKeys: [] }),
)
const methods = fc.oneof(
  fc.constantFrom(...APPROVAL_METHODS, ...READ_METHODS),
  fc.constantFrom(...APPROVAL_METHODS),
  fc.string(),
)
/** Nearly valid: one part or none is wrong. */
const nearlyRight = fc.oneof(
  fc.record({ method: fc.constant('personal_sign'), params: fc.tuple(hex, address) }),
  fc.record({
    method: fc.constant('eth_sendTransaction'),
    params: fc.tuple(
      fc.record(
        { to: fc.constant(`0x${'22'.repeat(20)}`), value: quantity, data: hex, from: address, gas: quantity },
        { requiredKeys: ['to'] },
      ),
    ),
  }),
  fc.record({
    method: fc.constant('eth_signTypedData_v4'),
    params: fc.tuple(
      fc.constant(account.evm),
      fc.record({
        types: fc.constant({ Mail: [{ name: 'contents', type: 'string' }] }),
        primaryType: fc.constantFrom('Mail', 'EIP712Domain'),
        domain: fc.constantFrom({}, { chainId: 1 }, { chainId: 5 }),
        message: fc.oneof(fc.record({ contents: fc.string() }), fc.constant({})),
      }),
    ),
  }),
)
const requests = fc
  .tuple(fc.oneof(fc.record({ method: methods, params }), nearlyRight), fc.boolean())
  .map(([request, isSolana]) => ({ ...request, isSolana }))

/** Whether the request on the screen is one that this account could sign, judged without the frame's code. */
function isSense(method: string, given: unknown): boolean {
  const [first, second] = Array.isArray(given) ? given : []
  switch (method) {
    case 'personal_sign':
      return [first, second].includes(account.evm) && typeof first === 'string' && typeof second === 'string'
    case 'eth_signTypedData_v4': {
      const data = typeof second === 'string' ? JSON.parse(second) : second
      return first === account.evm && hashTypedData(data).length === 66
    }
    case 'eth_sendTransaction':
      return (
        [undefined, null, account.evm].includes(first.from) &&
        (first.to ? /^0x[\da-f]{40}$/i.test(first.to) || first.to === '0x' : (first.data ?? first.input).length > 2) &&
        !first.authorizationList
      )
    case 'solana_signMessage':
      return (given as { pubkey: unknown }).pubkey === account.solana
    default:
      return false
  }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('thousands of requests of every shape are answered or shown, and invalid ones are never shown', async () => {
  const answered = new Map<string, number>()
  const count = (name: string) => answered.set(name, (answered.get(name) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, params: given, isSolana }) => {
      const opened = openRpc({ network: isSolana ? SOLANA : 'eip155:1' })
      let isAnswered = false
      const pending = opened.ask(method, given).finally(() => {
        isAnswered = true
      })
      await settle()
      if (!isAnswered && !opened.find('approval')) {
        await jest.advanceTimersByTimeAsync(3_000)
        await settle()
      }
      const screen = opened.find('approval')
      if (screen) {
        count(`shown: ${method}`)
        expect({ method, given, isSense: isSense(method, given) }).toMatchObject({ isSense: true })
        expect(screen.querySelector('[data-kind="unknownRequest"]')).toBeNull()
        await opened.abort()
      }
      const answer = (await pending) as { failure?: string } | undefined
      if (answer?.failure) {
        expect(Object.keys(FRAME_FAILURES)).toContain(answer.failure)
        count(answer.failure)
      }
      if (screen) expect(answer).toEqual({ failure: 'rejected' })
      expect(opened.uses()).toBe(0)
      expect(document.body.childElementCount).toBe(0)
    }),
    { numRuns: CASES },
  )
  // The cases are representative: each signing method occurred with valid and invalid parameters.
  const met = [...answered.keys()]
  for (const name of ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'solana_signMessage']) {
    expect(met).toContain(`shown: ${name}`)
  }
  expect(met).toEqual(expect.arrayContaining(['invalidRequest', 'methodNotAllowed', 'chainUnsupported', 'rejected']))
})
