import { type ActingCommands, addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { ADDRESS, ethereum, fakeActing } from '@portico/contracts/testing'
import fc from 'fast-check'
import { checkIncome } from './guard/checkIncome.ts'
import { makePlan, type Plan } from './plan.ts'
import { DOLLAR, dollar, ether } from './testing.ts'
import { serviceOf, wordOf } from './testService.ts'
import type { Token } from './token.ts'

beforeAll(() => addErrors(actingErrors))

const { signal } = new AbortController()

const plan = (acting: Partial<ActingCommands>, from = ether, to = dollar): Promise<Plan> =>
  makePlan(
    { account: ADDRESS, network: ethereum, from, to, amount: 1_000_000_000_000n, slippageBps: 100n },
    fakeActing(acting),
    signal,
  )

const withGas = (gas: string) =>
  serviceOf({ build: (answer) => JSON.parse(JSON.stringify(answer).replace(/"gas":"\d+"/, `"gas":"${gas}"`)) })

// The node estimates 100,000.
test.each([
  ['one above the estimate of the node is used', '150000', 150_000n],
  ['a lower one is not, and the estimate gets a margin', '21000', 125_000n],
  ['an implausibly high one is not', '50000000', 125_000n],
])("the service's gas limit: %s", async (_, said, gas) => {
  expect(await plan(withGas(said))).toMatchObject({ step: 'swap', request: { gas }, fee: gas * 3_000_000_000n })
})

test("an approval's fee includes the swap that follows", async () => {
  expect(await plan(serviceOf(), dollar, ether)).toMatchObject({ step: 'approve', fee: 250_000n * 3_000_000_000n })
})

test('routers of other networks are not accepted', async () => {
  const service = serviceOf()
  const swapRouters = () => (service.swapRouters?.() ?? []).map((one) => ({ ...one, networks: ['eip155:137'] }))
  await expect(plan({ ...service, swapRouters })).rejects.toMatchObject({ code: 'transaction.unexpected' })
})

test('a malformed response is rejected', async () => {
  const build = () => ({ tx: {} })
  await expect(plan(serviceOf({ build }))).rejects.toMatchObject({ code: 'service.invalidAnswer' })
})

describe("the service's decimals", () => {
  const decimals = fc.nat(255)

  test('count only if the token agrees', async () => {
    await fc.assert(
      fc.asyncProperty(decimals, decimals, async (said, own) => {
        const planning = plan(serviceOf({ call: () => wordOf(own) }), ether, { ...dollar, decimals: said })
        if (said === own) expect(await planning).toMatchObject({ step: 'swap' })
        else await expect(planning).rejects.toMatchObject({ code: 'transaction.unexpected' })
      }),
      { numRuns: 50 },
    )
  })

  test.each<[string, () => unknown]>([
    ['there is no contract', () => '0x'],
    ['the contract returns something else', () => `${wordOf(6)}${'0'.repeat(64)}`],
    ['the node returns an invalid result', () => 6],
    [
      'the contract reverts',
      () => {
        throw new ModalError('node.refused', { details: { reason: 'execution reverted' } })
      },
    ],
  ])('are rejected if %s', async (_, call) => {
    await expect(plan(serviceOf({ call }))).rejects.toMatchObject({ code: 'transaction.unexpected' })
  })

  test('of the coin count only if the network agrees', async () => {
    await expect(plan(serviceOf(), { ...ether, decimals: 15 })).rejects.toMatchObject({
      code: 'transaction.unexpected',
      message: 'Nothing was sent: the service has the wrong decimals for ETH',
    })
  })

  test('are left undecided if no node is reachable', async () => {
    const call = () => {
      throw new ModalError('service.unreachable')
    }
    await expect(plan(serviceOf({ call }))).rejects.toMatchObject({ code: 'service.unreachable' })
  })
})

describe('the simulated yield', () => {
  const account = ADDRESS.toLowerCase()
  const some = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  const minimum = fc.bigInt({ min: 1n, max: 10n ** 30n })

  test('must reach the minimum, whatever else moves', () => {
    fc.assert(
      fc.property(some, some, minimum, fc.boolean(), (income, other, least, isCoin) => {
        const changes = [
          { address: account, change: isCoin ? income : other },
          { address: account, token: DOLLAR, change: isCoin ? other : income },
          { address: `0x${'11'.repeat(20)}`, token: DOLLAR, change: least },
          { address: account, token: DOLLAR, tokenId: 1n, change: least },
        ]
        const check = () => checkIncome({ status: 'simulated', changes }, ADDRESS, isCoin ? ether : dollar, least)
        if (income < least) expect(check).toThrow('returned less than quoted')
        else expect(check).not.toThrow()
      }),
    )
  })

  test.each([
    ['the simulation is unavailable', { status: 'notSimulated' as const }],
    ['the simulation is incomplete', { status: 'simulated' as const, changes: [], isPartial: true }],
  ])('is ignored if %s', (_, outcome) => {
    expect(() => checkIncome(outcome, ADDRESS, dollar, 1n)).not.toThrow()
  })

  test("stops a plan if it is too low, even if the plan's call matches the quote", async () => {
    const simulate = () => [{ calls: [{ status: '0x1', logs: [] }] }]
    await expect(plan(serviceOf({ simulate }))).rejects.toMatchObject({ code: 'transaction.unexpected' })
  })
})

describe('on a network with a separate data fee', () => {
  const ORACLE = '0x420000000000000000000000000000000000000f'
  const L1_FEE = 4_000_000n
  const onBase = (acting: Partial<ActingCommands>, from: Token, to: Token) => {
    const caipNetworkId = 'eip155:8453'
    const here = <T extends Token>(token: T) => ({ ...token, caipNetworkId }) as const
    const routers = (acting.swapRouters?.() ?? []).map((one) => ({ ...one, networks: [caipNetworkId] as const }))
    const wish = {
      account: ADDRESS,
      network: { ...ethereum, caipNetworkId, id: 8453 } as const,
      from: here(from),
      to: here(to),
      amount: 1_000_000_000_000n,
      slippageBps: 100n,
    }
    // The service of these tests knows only one network.
    const askService: ActingCommands['askService'] = async (request, life) => {
      const told = JSON.parse(JSON.stringify(request).replaceAll('eip155:8453:', 'eip155:1:'))
      const answer = await acting.askService?.(told, life)
      return JSON.parse(JSON.stringify(answer).replaceAll('eip155:1:', 'eip155:8453:'))
    }
    return makePlan(wish, fakeActing({ ...acting, askService, swapRouters: () => routers }), signal)
  }
  const call = (to: string) => wordOf(to.toLowerCase() === ORACLE ? L1_FEE : 6)

  test('the fee includes the data fee, with a margin', async () => {
    const swap = await onBase(serviceOf({ call }), ether, dollar)
    expect(swap).toMatchObject({ step: 'swap', fee: 150_000n * 3_000_000_000n + 5_000_000n })
    const approval = await onBase(serviceOf({ call }), dollar, ether)
    expect(approval).toMatchObject({ step: 'approve', fee: 250_000n * 3_000_000_000n + 10_000_000n })
  })

  test('nothing is planned while the data fee is unknown', async () => {
    const silent = (to: string) => (to.toLowerCase() === ORACLE ? '0x' : wordOf(6))
    await expect(onBase(serviceOf({ call: silent }), ether, dollar)).rejects.toMatchObject({
      code: 'service.invalidAnswer',
    })
  })
})
