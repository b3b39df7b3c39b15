import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import safe from '@portico/local/chains/artifacts/Safe.json' with { type: 'json' }
import safeProxyFactory from '@portico/local/chains/artifacts/SafeProxyFactory.json' with { type: 'json' }
import { LOCAL_SAFE, SAFE_CONTRACTS } from '@portico/local/chains/safeContracts'
import { seedEvmChain } from '@portico/local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { assert, asyncProperty, constantFrom, uint8Array } from 'fast-check'
import {
  type Address,
  bytesToHex,
  concatHex,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { failingWith, freeUrl, saying, startFakeNode } from '../../../testing/fakeNode.ts'
import { createChains } from '../chains.ts'
import { isSignedBy } from './isSignedBy.ts'

const CHAIN = 'eip155:31337'
const MESSAGE = '{"name":"river.portico.test","attributes":{},"timestamp":1755000000}'
/** The suffixes that mark signatures of EIP-6492 and ERC-8010. */
const MAGIC: readonly Hex[] = [`0x${'6492'.repeat(16)}`, `0x${'8010'.repeat(16)}`]
const account = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
/** Owner of the Safe; the other account is a stranger to it. */
const owner = account(2)
const stranger = account(3)

let chain: LocalEvmChain
beforeAll(async () => {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  chain = await startAnvil({ chainId: 31337, port })
  await seedEvmChain(chain.rpcUrl)
}, 30_000)
afterAll(async () => {
  chain?.stop()
  await chain?.ended
})

const chainsAt = (url: string | URL) => createChains(new Map([[CHAIN, [new URL(url)]]]))
const isSigned = (address: Address, signature: Hex, message = MESSAGE) =>
  isSignedBy(chainsAt(chain.rpcUrl), CHAIN, { address, message, signature })

/** Signs the message for a Safe, as its owner by default (see its `CompatibilityFallbackHandler`). */
const signFor = (verifyingContract: Address, signer = owner) =>
  signer.signTypedData({
    domain: { chainId: 31337, verifyingContract },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hashMessage(MESSAGE) },
  })

test('the signature of an account with its own key is verified without a node', async () => {
  const signature = await owner.signMessage({ message: MESSAGE })
  const none = createChains(new Map())
  expect(await isSignedBy(none, CHAIN, { address: owner.address, message: MESSAGE, signature })).toBe(true)
  expect(await isSignedBy(none, CHAIN, { address: stranger.address, message: MESSAGE, signature })).toBe(false)
})

test('only the owner of a Safe can sign for the Safe (EIP-1271), and only the signed text is accepted', async () => {
  const signature = await signFor(LOCAL_SAFE.address)
  expect(await isSigned(LOCAL_SAFE.address, signature)).toBe(true)
  expect(await isSigned(LOCAL_SAFE.address, await signFor(LOCAL_SAFE.address, stranger))).toBe(false)
  expect(await isSigned(LOCAL_SAFE.address, signature, `${MESSAGE} `)).toBe(false)
})

test('only the owner of a Safe that is not deployed yet can sign for the Safe (EIP-6492)', async () => {
  const { singleton, proxyFactory, fallbackHandler } = SAFE_CONTRACTS
  const setup = [LOCAL_SAFE.owners, 1n, zeroAddress, '0x', fallbackHandler, zeroAddress, 0n, zeroAddress]
  const initializer = encodeFunctionData({ abi: safe.abi, functionName: 'setup', args: setup })
  const deployment = {
    abi: safeProxyFactory.abi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializer, 1n],
  }
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const { result } = await client.simulateContract({ ...deployment, address: proxyFactory })
  const address = result as Address
  expect(await client.getCode({ address })).toBeUndefined()
  const wrapped = async (signer = owner) =>
    serializeErc6492Signature({
      address: proxyFactory,
      data: encodeFunctionData(deployment),
      signature: await signFor(address, signer),
    })
  expect(await isSigned(address, await wrapped())).toBe(true)
  expect(await isSigned(address, await wrapped(stranger))).toBe(false)
  expect(await isSigned(stranger.address, await wrapped())).toBe(false)
})

test.each([
  ['is unreachable', undefined],
  ['is overloaded', saying('busy', 429)],
  ['fails', saying('{}', 500)],
  ['limits requests', failingWith({ code: -32005, message: 'limit exceeded' })],
])('if the only node %s, the result is an error, not an invalid signature', async (_, behaviour) => {
  const node = behaviour && (await startFakeNode(behaviour))
  const signature = await signFor(LOCAL_SAFE.address)
  const signed = { address: LOCAL_SAFE.address, message: MESSAGE, signature }
  await expect(isSignedBy(chainsAt(node?.url ?? (await freeUrl())), CHAIN, signed)).rejects.toMatchObject({
    code: 'upstream.unavailable',
  })
  await node?.close()
})

test('arbitrary bytes are not accepted as a signature', () =>
  assert(
    asyncProperty(uint8Array({ maxLength: 300 }), constantFrom<Hex>('0x', ...MAGIC), async (bytes, end) => {
      const signature = concatHex([bytesToHex(bytes), end])
      expect(await isSigned(LOCAL_SAFE.address, signature)).toBe(false)
      expect(await isSigned(stranger.address, signature)).toBe(false)
    }),
    { numRuns: 50 },
  ))
