/** @jest-environment jsdom */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { base58, base64 } from '@scure/base'
import { createPublicClient, http, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil.ts'
import { installFixture } from '../../scripts/fixture.mjs'
import { SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { point } from '../../services/secureFrame/src/approval/testing/fakeSight.ts'
import { PLACE } from '../../services/secureFrame/src/rpc/testing/fakeNode.ts'
import { openRpc } from '../../services/secureFrame/src/rpc/testing/openRpc.ts'
import { EVM_KEY } from '../../services/secureFrame/src/rpc/testing/testWallet.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { mined } from '../../services/testing/mined.ts'
import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices.ts'
import { type SolanaPart, startSolana } from '../../services/testing/startSolana.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(120_000)

/** A third-party client of the chain, without its types (see `solanaChain.test.ts`). */
type Packages = ReturnType<typeof JSON.parse>

const FRIEND = `0x${'22'.repeat(20)}` as const

let evm: LocalEvmChain
let solana: SolanaPart
let solanaUrl: string
let services: RunningServices
let kit: Packages
let system: Packages
let client: ReturnType<typeof createPublicClient>

beforeAll(async () => {
  const fixture = await installFixture(join(import.meta.dirname, '../../local/chains/solana/fixture'))
  const load = createRequire(join(fixture, 'package.json'))
  kit = load('@solana/kit')
  system = load('@solana-program/system')
  const port = Number((await freeUrl()).port)
  ;[evm, solana] = await Promise.all([startAnvil({ chainId: 31337, port }), startSolana(fixture)])
  solanaUrl = solana.url.href
  services = await runServices({
    RPC_REQUESTS_PER_SECOND: '100000',
    RPC_UPSTREAMS: `eip155:31337=${evm.rpcUrl} ${SOLANA_CAIP_ID}=${solanaUrl}`,
  })
  client = createPublicClient({ transport: http(evm.rpcUrl) })
})
afterAll(async () => {
  await Promise.all([services?.stop(), solana?.stop()])
  evm?.stop()
  await evm?.ended
})

/** A frame on the real services; Node's `fetch` does not accept jsdom's signals. */
const open = (network: 'eip155:31337' | typeof SOLANA_CAIP_ID, solanaKey?: Uint8Array) =>
  openRpc({
    network: network as 'eip155:31337',
    keys: { solanaKey },
    service: {
      place: { ...PLACE, settings: { ...PLACE.settings, services: services.url }, projectId: PROJECT_ID },
      fetch: (url, init) => fetch(url, { ...init, signal: undefined }),
    },
  })

async function approve({ find, sight }: ReturnType<typeof openRpc>): Promise<string> {
  const button = await until(() => find('approve'))
  await until(() => {
    sight.see()
    return button.getAttribute('aria-disabled') === 'false'
  })
  const text = find('approval')?.textContent ?? ''
  point(button, 'pointerdown')
  point(button, 'pointerup')
  await until(() => !button.isConnected)
  return text
}

describe('on an EVM chain', () => {
  const from = privateKeyToAddress(`0x${EVM_KEY}`)

  test('a transfer arrives, costs no more than shown, and its changes were previewed', async () => {
    const opened = open('eip155:31337')
    const answer = opened.ask('eth_sendTransaction', [{ from, to: FRIEND, value: '0xde0b6b3a7640000' }])
    const text = await approve(opened)
    const hash = (await answer) as `0x${string}`
    const receipt = await mined(client, hash)
    expect(receipt).toMatchObject({ status: 'success', from: from.toLowerCase(), to: FRIEND })
    expect(await client.getBalance({ address: FRIEND })).toBe(parseEther('1'))
    const shown = Number(/Maximum network fee([\d.]+)/.exec(text)?.[1])
    expect(Number(receipt.gasUsed * receipt.effectiveGasPrice) / 1e18).toBeLessThanOrEqual(shown)
    expect(text).toContain('− 1')
  })

  test('ten simultaneous transfers get consecutive nonces', async () => {
    const opened = open('eip155:31337')
    const first = await client.getTransactionCount({ address: from })
    const answers = Array.from({ length: 10 }, () => opened.ask('eth_sendTransaction', [{ to: FRIEND, value: '0x1' }]))
    for (const _ of answers) await approve(opened)
    const hashes = (await Promise.all(answers)) as `0x${string}`[]
    const receipts = await Promise.all(hashes.map((hash) => mined(client, hash)))
    const nonces = await Promise.all(hashes.map(async (hash) => (await client.getTransaction({ hash })).nonce))
    expect(nonces).toEqual(Array.from({ length: 10 }, (_, n) => first + n))
    expect(receipts.every(({ status }) => status === 'success')).toBe(true)
  })

  test('a payment above the balance cannot be approved, and the page gets the reason', async () => {
    const opened = open('eip155:31337')
    const answer = opened.ask('eth_sendTransaction', [{ to: FRIEND, value: `0x${(10n ** 30n).toString(16)}` }])
    await until(() => opened.text().includes('Your account doesn’t have enough for this.'))
    expect(opened.find('approve')).toBeNull()
    opened.reject()
    expect(await answer).toEqual({ failure: 'fundsMissing' })
  })

  test('a read request reaches the node', async () => {
    expect(Number(await open('eip155:31337').ask('eth_blockNumber'))).toBeGreaterThan(0)
  })
})

describe('on Solana', () => {
  async function ask(method: string, ...params: unknown[]): Promise<Packages> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(solanaUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await response.json()).result
  }

  test.each(['legacy', 0])(
    'a transfer built by another client gets signed and arrives (version %s)',
    async (version) => {
      const opened = open(SOLANA_CAIP_ID, crypto.getRandomValues(new Uint8Array(32)))
      const { solana: owner } = opened.account
      await ask('requestAirdrop', owner, 5_000_000_000)
      const { value: lifetime } = await ask('getLatestBlockhash')
      const recipient = base58.encode(crypto.getRandomValues(new Uint8Array(32)))
      const payer = kit.createNoopSigner(kit.address(owner))
      const instruction = system.getTransferSolInstruction({
        source: payer,
        destination: kit.address(recipient),
        amount: 2_000_000_000n,
      })
      const message = kit.pipe(
        kit.createTransactionMessage({ version }),
        (made: Packages) => kit.setTransactionMessageFeePayer(kit.address(owner), made),
        (made: Packages) =>
          kit.setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: lifetime.blockhash, lastValidBlockHeight: BigInt(lifetime.lastValidBlockHeight) },
            made,
          ),
        (made: Packages) => kit.appendTransactionMessageInstructions([instruction], made),
      )
      const wire = base64.decode(kit.getBase64EncodedWireTransaction(kit.compileTransaction(message)))
      const answer = opened.ask('solana_signAndSendTransaction', { transaction: base58.encode(wire) })
      const text = await approve(opened)
      expect(text).toContain('2 SOL')
      expect(text).toMatch(/What changes−\s2\.000005 SOL/)
      const { signature } = (await answer) as { signature: string }
      const { value: statuses } = await ask('getSignatureStatuses', [signature])
      expect(statuses).toMatchObject([{ err: null }])
      expect((await ask('getBalance', recipient)).value).toBe(2_000_000_000)
    },
  )
})
