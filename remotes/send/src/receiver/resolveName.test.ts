import { type ActingCommands, ModalError } from '@portico/contracts'
import { ethereum } from '@portico/contracts/testing'
import { decodeFunctionData, encodeAbiParameters, type Hex, parseAbi, size, slice } from 'viem'
import { FRIEND as FRIEND_CHECKSUMMED, TOKEN as TOKEN_CHECKSUMMED } from '../testing.ts'
import { resolveName } from './resolveName.ts'

/** Addresses in lowercase, as ENS returns them. */
const [FRIEND, TOKEN] = [FRIEND_CHECKSUMMED.toLowerCase(), TOKEN_CHECKSUMMED.toLowerCase()]

const { signal } = new AbortController()
const base = { ...ethereum, id: 8453, caipNetworkId: 'eip155:8453' as const, name: 'Base' }
const BASE_COIN = 2147492101n
const resolver = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])

/** DNS wire format: `vitalik.eth`. */
function nameIn(bytes: Hex): string {
  const labels: string[] = []
  for (let at = 0; at < size(bytes); ) {
    const length = Number(slice(bytes, at, at + 1))
    if (length) labels.push(Buffer.from(slice(bytes, at + 1, at + 1 + length).slice(2), 'hex').toString())
    at += 1 + length
  }
  return labels.join('.')
}

interface World {
  /** ENS records: `name coinType`. */
  readonly ens?: Readonly<Record<string, string>>
  readonly service?: unknown
  readonly isEnsDown?: boolean
  /** ERC-3668: the contract refers to a server. */
  readonly isOffchain?: boolean
}

/** An Ethereum node with the ENS resolver, and the project's services. */
function world({ ens = {}, service = [], isEnsDown = false, isOffchain = false }: World) {
  const askNode: ActingCommands['askNode'] = async ({ params = [] }) => {
    if (isEnsDown) throw new ModalError('service.unreachable')
    if (isOffchain) throw new ModalError('node.refused', { details: { code: 3, data: OFFCHAIN, reason: 'reverted' } })
    const { data } = params[0] as { data: Hex }
    const { args } = decodeFunctionData({ abi: resolver, data }) as unknown as { args: readonly [Hex, Hex] }
    const { args: named } = decodeFunctionData({ abi: resolver, data: args[1] }) as unknown as {
      args: readonly [Hex, bigint?]
    }
    const address = ens[`${nameIn(args[0])} ${named[1] ?? 60n}`] as Hex | undefined
    const answer = encodeAbiParameters([{ type: 'bytes' }], [address ?? '0x'])
    return encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [answer, TOKEN as Hex])
  }
  const askService = jest.fn(async () => {
    if (service instanceof Error) throw service
    return service
  })
  return { askNode, askService }
}
const fetched = jest.fn()
const OFFCHAIN = `0x556f1830${encodeAbiParameters(
  [{ type: 'address' }, { type: 'string[]' }, { type: 'bytes' }, { type: 'bytes4' }, { type: 'bytes' }],
  ['0xeeeeeeee14d718c2b47d9923deab1335e144eeee', ['https://elsewhere.example/{data}'], '0x', '0x00000000', '0x'],
).slice(2)}`

const record = (name: string, address: string, coin = 60) => ({
  name,
  registered_at: '2026-01-01T00:00:00Z',
  addresses: { [coin]: { address } },
  attributes: {},
})
const find = (name: string, asking: ReturnType<typeof world>, network = ethereum, networks = [ethereum, base]) =>
  resolveName(name, network, networks, asking as never, signal)

test('an ENS name resolves through ENS, without a request to a service', async () => {
  const asking = world({ ens: { 'vitalik.eth 60': FRIEND }, service: record('vitalik.eth', TOKEN) })
  expect(await find('Vitalik.eth', asking)).toEqual({ address: FRIEND })
  expect(asking.askService).not.toHaveBeenCalled()
})

test('an ENS name resolves to its address on this network; a fallback to the Ethereum address is noted', async () => {
  const both = { 'a.eth 60': FRIEND, [`a.eth ${BASE_COIN}`]: TOKEN }
  expect(await find('a.eth', world({ ens: both }), base)).toEqual({ address: TOKEN })
  expect(await find('a.eth', world({ ens: { 'a.eth 60': FRIEND } }), base)).toEqual({
    address: FRIEND,
    isOfEthereum: true,
  })
})

test('a .eth name without an ENS owner does not resolve, whatever a service says', async () => {
  expect(await find('nobody.eth', world({ service: record('nobody.eth', FRIEND) }))).toBeUndefined()
})

test('a service resolves the names it has issued', async () => {
  const asking = world({ service: record('river.portico.test', FRIEND) })
  expect(await find('river.portico.test', asking)).toEqual({ address: FRIEND })
  expect(await find('river.portico.test', asking, base)).toEqual({ address: FRIEND, isOfEthereum: true })
  const here = world({ service: record('river.portico.test', FRIEND, Number(BASE_COIN)) })
  expect(await find('river.portico.test', here, base)).toEqual({ address: FRIEND })
})

test('a response about another name is ignored', async () => {
  expect(await find('river.portico.test', world({ service: record('stone.portico.test', FRIEND) }))).toBeUndefined()
})

test('a name that two sources resolve differently cannot be paid; if they agree, it can', async () => {
  const ens = { 'alice.example 60': FRIEND }
  const other = world({ ens, service: record('alice.example', TOKEN) })
  expect(await find('alice.example', other)).toBe('disputed')
  const same = world({ ens, service: record('alice.example', FRIEND_CHECKSUMMED) })
  expect(await find('alice.example', same)).toEqual({ address: FRIEND })
})

test.each<[string, string, World, readonly (typeof base)[]]>([
  ['ENS is unreachable', 'a.eth', { isEnsDown: true }, [ethereum as never]],
  [
    'ENS is unreachable and only a service knows the name',
    'a.test',
    { isEnsDown: true, service: record('a.test', FRIEND) },
    [ethereum as never],
  ],
  ['the page has no Ethereum node for ENS', 'a.eth', { service: record('a.eth', FRIEND) }, [base]],
  ['the services are unreachable', 'a.test', { service: new ModalError('service.unreachable') }, [base]],
  ['only a server chosen by the name’s contract knows it', 'a.eth', { isOffchain: true }, [ethereum as never]],
])('if %s, the name cannot be looked up', async (_, name, given, networks) => {
  globalThis.fetch = fetched
  await expect(find(name, world(given), base, networks as never)).rejects.toMatchObject({ code: 'service.unreachable' })
  expect(fetched).not.toHaveBeenCalled()
})

test('on a page without Ethereum, a service still resolves its own names', async () => {
  const asking = world({ isEnsDown: true, service: record('river.portico.test', FRIEND) })
  expect(await find('river.portico.test', asking, base, [base])).toEqual({ address: FRIEND, isOfEthereum: true })
})
