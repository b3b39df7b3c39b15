import { ADDRESS, ethereum } from '@portico/contracts/testing'
import {
  COLLECTION,
  type FakeChain,
  fakeChain,
  log,
  MAX,
  PERMIT2,
  SPENDER,
  symbolOf,
  TOKEN,
  tokenCalls,
  word,
} from '../testing.ts'
import { readEvm } from './readEvm.ts'

const read = (chain: FakeChain, more: { before?: bigint; holdings?: readonly never[] } = {}) =>
  readEvm(fakeChain(chain), { network: ethereum, owner: ADDRESS, holdings: [], ...more }, new AbortController().signal)

const approval = (block = 50) => log(block, TOKEN, 'approval', [SPENDER], [MAX])

test('an approval is listed with what it is now, not with what the event said', async () => {
  const { grants, gaps } = await read({ logs: [approval()], calls: tokenCalls(TOKEN, 7_000_000n, 5_000_000n) })
  expect(gaps).toEqual([])
  expect(grants).toEqual([
    {
      id: `token ${TOKEN} ${SPENDER}`,
      kind: 'token',
      token: TOKEN,
      spender: SPENDER,
      amount: '7000000',
      isUnlimited: false,
      isPerson: true,
      symbol: 'USDC',
      decimals: 6,
      atRisk: '5000000',
      givenAt: 1_704_067_200_000,
    },
  ])
})

test('an approval that was taken back or used up is not listed', async () => {
  expect(await read({ logs: [approval()], calls: tokenCalls(TOKEN, 0n, 1n) })).toEqual({ grants: [], gaps: [] })
})

test('an approval that is lowered with each use still counts as unlimited', async () => {
  const { grants } = await read({ logs: [approval()], calls: tokenCalls(TOKEN, MAX - 10n ** 30n, 1n) })
  expect(grants).toMatchObject([{ isUnlimited: true }])
})

test('two events about one permission are one permission, with the time of the newer one', async () => {
  const asking = fakeChain({ logs: [approval(20), approval(90), approval(30)], calls: tokenCalls(TOKEN, 5n, 1n) })
  const question = { network: ethereum, owner: ADDRESS, holdings: [] }
  const { grants } = await readEvm(asking, question, new AbortController().signal)
  expect(grants).toHaveLength(1)
  expect(asking.questions.find(({ method }) => method === 'eth_getBlockByNumber')?.params?.[0]).toBe('0x5a')
})

test('a Permit2 allowance is listed until it expires, and only Permit2 can report one', async () => {
  const event = log(10, PERMIT2, 'permit2Approval', [TOKEN, SPENDER], [1n, 2n])
  const allowance = (expires: bigint) => `0x${word((1n << 160n) - 1n)}${word(expires)}${word(0n)}`
  const chain = (expires: bigint) => ({
    logs: [event, log(11, TOKEN, 'permit2Permit', [TOKEN, COLLECTION], [1n, 2n, 3n])],
    calls: { ...tokenCalls(TOKEN, 0n, 9n), [`${PERMIT2} 0x927da105`]: allowance(expires) },
  })
  expect(await read(chain(4_000_000_000n))).toMatchObject({
    grants: [{ kind: 'permit2', spender: SPENDER, isUnlimited: true, atRisk: '9', expiresAt: 4_000_000_000_000 }],
    gaps: [],
  })
  expect(await read(chain(1_000_000_000n))).toEqual({ grants: [], gaps: [] })
})

test('operators of all NFTs and of one NFT are listed, the latter only while the account has the NFT', async () => {
  const logs = [log(10, COLLECTION, 'approvalForAll', [SPENDER], [1n]), log(11, COLLECTION, 'approval', [SPENDER, 7n])]
  const calls = (holder: string) => ({
    [`${COLLECTION} 0xe985e9c5`]: `0x${word(1n)}`,
    [`${COLLECTION} 0x081812fc`]: `0x${word(SPENDER)}`,
    [`${COLLECTION} 0x6352211e`]: `0x${word(holder)}`,
    [`${COLLECTION} 0x01ffc9a7`]: `0x${word(1n)}`,
    [`${COLLECTION} 0x95d89b41`]: symbolOf('PASS'),
  })
  const mine = await read({ logs, calls: calls(ADDRESS), code: { [SPENDER]: '0x6000' } })
  expect(mine).toMatchObject({
    grants: [
      { kind: 'nft', tokenId: '7', spender: SPENDER, isPerson: false, symbol: 'PASS' },
      { kind: 'nfts', spender: SPENDER },
    ],
    gaps: [],
  })
  expect((await read({ logs, calls: calls(SPENDER) })).grants).toMatchObject([{ kind: 'nfts' }])
})

test('code that acts as the account is listed first', async () => {
  const code = { [ADDRESS]: `0xef0100${SPENDER.slice(2)}` }
  const { grants } = await read({ logs: [approval()], calls: tokenCalls(TOKEN, 5n, 1n), code })
  expect(grants.map(({ kind, spender }) => [kind, spender])).toEqual([
    ['delegation', SPENDER],
    ['token', SPENDER],
  ])
})

test('a contract that does not answer is a gap, and is not called safe', async () => {
  expect(await read({ logs: [approval()] })).toEqual({ grants: [], gaps: [{ type: 'details', count: 1 }] })
})

test('when the account’s own code cannot be read, that is a gap', async () => {
  expect(await read({ broken: ['eth_getCode'] })).toEqual({ grants: [], gaps: [{ type: 'delegation' }] })
})

test('nodes that limit the range are asked for ranges that they answer, back to the first block', async () => {
  const { grants, gaps } = await read({
    newest: 12_345,
    rangeMax: 1_000,
    logs: [approval(3)],
    calls: tokenCalls(TOKEN, 5n, 1n),
  })
  expect([grants.length, gaps]).toEqual([1, []])
})

test('on a long chain, what was not looked at is said, and can be looked at', async () => {
  const chain = { newest: 1_000_000, rangeMax: 10_000, logs: [approval(590_000)], calls: tokenCalls(TOKEN, 5n, 1n) }
  const first = await read(chain)
  expect(first).toEqual({ grants: [], gaps: [{ type: 'older', block: 610_001n }] })
  const { grants, gaps } = await read(chain, { before: 610_001n })
  expect([grants.length, gaps]).toEqual([1, [{ type: 'older', block: 220_001n }]])
})

test('when no event can be read, nothing is claimed', async () => {
  await expect(read({ broken: ['eth_getLogs'] })).rejects.toMatchObject({ code: 'service.unreachable' })
})

test('an answer that is no list of events is a failure', async () => {
  await expect(read({ logs: [{ ...approval(), address: 'nowhere' }] })).rejects.toThrow()
})
