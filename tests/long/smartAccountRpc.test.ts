/** @jest-environment jsdom */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, createTestClient, encodeFunctionData, erc20Abi, http, parseEther } from 'viem'
import { LOCAL_TOKENS } from '../../local/chains/evmContracts.ts'
import { installFixture } from '../../scripts/fixture.mjs'
import { point } from '../../services/secureFrame/src/approval/testing/fakeSight.ts'
import { createJsonRpc } from '../../services/secureFrame/src/rpc/jsonRpc.ts'
import { PLACE } from '../../services/secureFrame/src/rpc/testing/fakeNode.ts'
import { openRpc } from '../../services/secureFrame/src/rpc/testing/openRpc.ts'
import { createTestWallet } from '../../services/secureFrame/src/rpc/testing/testWallet.ts'
import { signAsOwner } from '../../services/secureFrame/src/signing/evm/signAsOwner.ts'
import { createSmartAccounts } from '../../services/secureFrame/src/smartAccount/createSmartAccounts.ts'
import { safeAddress } from '../../services/secureFrame/src/smartAccount/safeAddress.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { type LocalChainPart, startLocalChain } from '../../services/testing/localChainPart.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(120_000)

const CHAIN_ID = 31337
const FIXTURE = join(import.meta.dirname, '../../local/chains/bundler/fixture')
const [FRIEND, OTHER] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
const KEY = '5a'.repeat(32)

const parts: LocalChainPart[] = []
let nodeUrl = ''
let bundlerUrl = ''
const owner = createTestWallet({ evmKey: KEY })
const safe = safeAddress(owner.account.evm)

beforeAll(async () => {
  const [node, bundler, modules] = await Promise.all([freeUrl(), freeUrl(), installFixture(FIXTURE)])
  nodeUrl = `http://127.0.0.1:${node.port}`
  bundlerUrl = `http://127.0.0.1:${bundler.port}`
  parts.push(await startLocalChain('main.ts', { EVM_CHAINS: `${CHAIN_ID}:${node.port}` }))
  const setup = { BUNDLER_PORT: bundler.port, BUNDLER_MODULES: modules, BUNDLER_NODE: nodeUrl }
  parts.push(await startLocalChain('bundler/main.ts', setup))
  const anvil = createTestClient({ mode: 'anvil', transport: http(nodeUrl) })
  for (const address of [safe, owner.account.evm as typeof safe]) {
    await anvil.setBalance({ address, value: parseEther('1') })
  }
}, 180_000)
afterAll(async () => {
  for (const part of parts.reverse()) await part.stop()
})

const chain = () => createPublicClient({ transport: http(nodeUrl) })
const balance = (address: `0x${string}`) => chain().getBalance({ address })

/** A frame whose services know the chain; Node's `fetch` does not accept jsdom's signals. */
function open() {
  const fetchFrom = ((url: string, init: RequestInit) =>
    fetch(url.startsWith(PLACE.settings.services) ? nodeUrl : url, {
      ...init,
      headers: { 'Content-Type': 'application/json' },
      signal: undefined,
    })) as typeof fetch
  const bundlers = { [`eip155:${CHAIN_ID}`]: bundlerUrl }
  const smart = createSmartAccounts({
    bundlers,
    ask: createJsonRpc(PLACE, fetchFrom),
    fetch: fetchFrom,
    sign: (account, hash) => signAsOwner(owner.signers, account, hash),
  })
  return openRpc({
    network: `eip155:${CHAIN_ID}`,
    keys: { evmKey: KEY },
    service: { place: PLACE, fetch: fetchFrom },
    smart,
    bundlers,
  })
}

type Opened = ReturnType<typeof open>

/** Approves a request. @throws Error with the response, if one comes before anything is shown */
async function approve({ find, sight }: Opened, answer: Promise<unknown>): Promise<string> {
  const early = answer.then((failure) => {
    throw new Error(`Answered at once: ${JSON.stringify(failure)}`)
  })
  early.catch(() => {})
  const button = await Promise.race([until(() => find('approve')), early])
  await until(() => {
    sight.see()
    return button.getAttribute('aria-disabled') === 'false'
  })
  const text = find('approval')?.textContent ?? ''
  point(button, 'pointerdown')
  point(button, 'pointerup')
  return text
}

async function settled(opened: Opened, id: unknown) {
  for (;;) {
    const found = (await opened.ask('wallet_getCallsStatus', [id])) as { status: number }
    if (found.status !== 100) return found
    await wait(50)
  }
}

test('signs in before it is deployed, with a verifiable signature', async () => {
  const opened = open()
  const answer = opened.ask('personal_sign', ['Sign in to the shop', safe])
  expect(await approve(opened, answer)).toContain(safe)
  const signature = (await answer) as `0x${string}`
  // ERC-6492
  expect(signature.endsWith('6492'.repeat(16))).toBe(true)
  expect(await chain().verifyMessage({ address: safe, message: 'Sign in to the shop', signature })).toBe(true)
})

test('sends its first transaction, which deploys it, and returns the hash of a real transaction', async () => {
  const opened = open()
  const answer = opened.ask('eth_sendTransaction', [{ from: safe, to: FRIEND, value: '0x7' }])
  const text = await approve(opened, answer)
  expect(text).toContain('This also sets up your account on this network')
  expect(text).toContain('Maximum network fee')
  const hash = (await answer) as `0x${string}`
  expect((await chain().getTransactionReceipt({ hash })).status).toBe('success')
  expect([await balance(FRIEND), (await chain().getCode({ address: safe })) !== undefined]).toEqual([7n, true])
})

test('sends two transfers as one, after showing them one by one, and reports their completion', async () => {
  const opened = open()
  const calls = [FRIEND, OTHER].map((to, index) => ({ to, value: `0x${index + 1}` }))
  const answer = opened.ask('wallet_sendCalls', [{ version: '2.0.0', from: safe, atomicRequired: true, calls }])
  expect(await approve(opened, answer)).toContain('Part 2 of 2')
  const { id } = (await answer) as { id: string }
  expect(await settled(opened, id)).toMatchObject({ status: 200, atomic: true, chainId: '0x7a69' })
  expect([await balance(FRIEND), await balance(OTHER)]).toEqual([8n, 2n])
})

test('neither a batch with a failing call nor a rejected batch has any effect', async () => {
  const opened = open()
  const [dollar] = LOCAL_TOKENS
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 5n] })
  const first = { to: OTHER, value: '0x5' }
  const failing = [{ version: '1.0', from: safe, calls: [first, { to: dollar?.address ?? OTHER, data }] }]
  const refused = opened.ask('wallet_sendCalls', failing)
  await until(() => opened.text().includes('It would fail, so it can’t be sent.'))
  expect(opened.find('approve')).toBeNull()
  opened.reject()
  expect(await refused).toEqual({ failure: 'wouldFail' })
  const answer = opened.ask('wallet_sendCalls', [{ version: '1.0', from: safe, calls: [first, first] }])
  await until(() => opened.find('approve'))
  opened.reject()
  expect([await answer, await balance(OTHER)]).toEqual([{ failure: 'rejected' }, 2n])
})

test("is the page's account until the visitor switches to the EOA, and again after switching back", async () => {
  const opened = open()
  const { evm } = opened.account
  const first = async () => ((await opened.ask('eth_accounts')) as string[])[0]
  const atomic = async () => {
    const found = (await opened.ask('wallet_getCapabilities')) as Record<string, { atomic: { status: string } }>
    return found['0x7a69']?.atomic.status
  }
  expect([await first(), await atomic()]).toEqual([safe, 'supported'])
  await opened.accounts?.prefer({ eip155: evm } as never, 'eoa')
  expect([await first(), await atomic()]).toEqual([evm, 'unsupported'])
  const answer = opened.ask('personal_sign', ['hello', evm])
  await approve(opened, answer)
  const signature = (await answer) as `0x${string}`
  expect(await chain().verifyMessage({ address: evm as `0x${string}`, message: 'hello', signature })).toBe(true)
  await opened.accounts?.prefer({ eip155: evm } as never, 'smartAccount')
  expect(await first()).toBe(safe)
})
