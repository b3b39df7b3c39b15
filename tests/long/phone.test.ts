import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { base58 } from '@scure/base'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Address, type Hex, stringToHex, verifyMessage, verifyTypedData } from 'viem'
import { createPhonePage } from '../../apps/phone/server.mjs'
import type { Phone } from '../../apps/phone/src/phone.ts'
import { BITCOIN_CAIP_ID as BITCOIN, LOCAL_PROJECT_ID, SOLANA_CAIP_ID as SOLANA } from '../../scripts/local.mjs'
import { type LocalServer, listenLocally } from '../../scripts/serve.mjs'
import { until } from '../../services/testing/until.ts'
import { AXE } from '../browser/support/axe.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'
import { type BreakableLine, startBreakableLine } from '../support/breakableLine.ts'
import { type PairingSite, startPairingSite, type Wish } from '../support/pairingSite.ts'

const EVM = 'eip155:31337'
const SECOND = 'eip155:31338'
const EVENTS = ['accountsChanged', 'chainChanged']

const [OWNER, OTHER]: readonly [Address, Address] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]
const SOLANA_OWNER = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const SOLANA_OTHER = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const BITCOIN_OWNER = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'

const EVM_METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']
const CHAIN_METHODS = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

const evm: Wish = {
  chains: [EVM, SECOND],
  methods: [...EVM_METHODS, ...CHAIN_METHODS],
  events: EVENTS,
  rpcMap: { 31337: 'http://localhost:1', 31338: 'http://localhost:1', 5: 'http://localhost:1' },
}
const solana: Wish = {
  chains: [SOLANA],
  methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  events: EVENTS,
}
const bip122: Wish = {
  chains: [BITCOIN],
  methods: ['signMessage', 'getAccountAddresses', 'sendTransfer'],
  events: EVENTS,
}

let browser: Browser
let line: BreakableLine
let server: LocalServer
let site: PairingSite
let context: BrowserContext
let page: Page
const requests: string[] = []

beforeAll(async () => {
  browser = await chromium.connect(stack.browser)
  line = await startBreakableLine(Number(new URL(stack.urls.services).port))
  const relayUrl = `ws://localhost:${line.port}/relay`
  const { answer } = createPhonePage({
    settings: {
      projectId: LOCAL_PROJECT_ID,
      relayUrl,
      networks: [
        { id: EVM, name: 'Portico Local', url: stack.urls.anvil },
        { id: SECOND, name: 'Portico Second', url: stack.urls.secondAnvil },
        { id: SOLANA, name: 'Portico Solana', url: stack.urls.solana },
        { id: BITCOIN, name: 'Portico Bitcoin', url: stack.urls.esplora },
      ],
    },
  })
  server = await listenLocally(0, answer)
  site = await startPairingSite(relayUrl, LOCAL_PROJECT_ID)
})

afterAll(async () => {
  await site?.stop()
  await server?.close()
  await line?.close()
  await browser?.close()
})

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  page = await context.newPage()
  page.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  page.on('console', (message) => {
    // Records requests that the page's policy refused.
    if (message.text().includes('Content Security Policy')) requests.push(message.text())
  })
  await page.goto(server.url)
})

afterEach(async () => {
  if (await site.namespaces()) await site.disconnect()
  await context.close()
})

/** Acts as the phone's owner. */
const onPhone = <Result>(act: (phone: Phone) => Result | Promise<Result>): Promise<Result> =>
  page.evaluate(`(${act.toString()})(window.phone)`)

/** The outcomes of all requests. The phone first answers the site and then records the outcome. */
async function outcomes() {
  await page.waitForFunction(() => {
    const { phone } = window as unknown as { phone: Phone }
    return phone.log.every(({ outcome }) => outcome !== 'waiting')
  })
  return onPhone((phone) => phone.log.map(({ outcome }) => outcome))
}

/** Gives the site's link to the phone and answers the phone's prompt. */
async function pair(wish: Readonly<Record<string, Wish>>, answer: () => Promise<unknown>) {
  const uri = site.nextUri()
  const connecting = site.connect(wish)
  connecting.catch(() => {})
  await page.getByTestId('uri').fill(await uri)
  await page.getByTestId('pair').click()
  await page.getByTestId('prompt-proposal').waitFor()
  await answer()
  return connecting
}

const approve = () => page.getByRole('button', { name: 'Approve' }).first().click()
const reject = () => page.getByRole('button', { name: 'Reject' }).first().click()

/** Sends a request, and answers it on the phone, which must show these words. */
async function ask<Result>(method: string, params: unknown, chain: string, words: string, answer = approve) {
  const asking = site.request<Result>(method, params, chain)
  asking.catch(() => {})
  await page.getByTestId('prompt-words').filter({ hasText: words }).waitFor()
  await answer()
  return asking
}

const sign = (text: string, chain = EVM) =>
  ask<Hex>('personal_sign', [stringToHex(text), OWNER], chain, `Sign the message “${text}”`)

/** axe's findings on the page, as text. */
async function axeFindings() {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

/** The public key recovered from a BIP-137 signature of a short message. */
function bitcoinSigner(message: string, signature: string): string {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const hash = sha256(
    sha256(Buffer.from(`\x18Bitcoin Signed Message:\n${String.fromCharCode(message.length)}${message}`)),
  )
  const recovery = Number.parseInt(signature.slice(0, 2), 16) - 39
  return secp256k1.Signature.fromCompact(signature.slice(2)).addRecoveryBit(recovery).recoverPublicKey(hash).toHex()
}

test('one session has three families, each with real signatures', async () => {
  const { eip155, ...others } = await pair({ eip155: evm, solana, bip122 }, approve)
  expect(eip155?.accounts).toEqual([`${EVM}:${OWNER}`, `${SECOND}:${OWNER}`])
  expect(others.solana?.accounts).toEqual([`${SOLANA}:${SOLANA_OWNER}`])
  expect(others.bip122?.accounts).toEqual([`${BITCOIN}:${BITCOIN_OWNER}`])

  expect(await verifyMessage({ address: OWNER, message: 'hello', signature: await sign('hello') })).toBe(true)

  const typed = {
    domain: { name: 'Fern & Fable', chainId: 31337 },
    types: { Order: [{ name: 'pot', type: 'string' }] },
    primaryType: 'Order',
    message: { pot: 'clay' },
  } as const
  const signature = await ask<Hex>(
    'eth_signTypedData_v4',
    [OWNER, JSON.stringify(typed)],
    EVM,
    'Sign Order for Fern & Fable',
  )
  expect(await verifyTypedData({ address: OWNER, ...typed, signature })).toBe(true)

  const bytes = new TextEncoder().encode('hello Solana')
  const signed = await ask<{ signature: string }>(
    'solana_signMessage',
    { message: base58.encode(bytes), pubkey: SOLANA_OWNER },
    SOLANA,
    'hello Solana',
  )
  expect(ed25519.verify(base58.decode(signed.signature), bytes, base58.decode(SOLANA_OWNER))).toBe(true)

  const addresses = await site.request<{ publicKey: string; purpose: string }[]>(
    'getAccountAddresses',
    { account: BITCOIN_OWNER },
    BITCOIN,
  )
  expect(addresses.map(({ purpose }) => purpose)).toEqual(['payment', 'ordinal'])
  const { signature: bitcoinSignature } = await ask<{ signature: string }>(
    'signMessage',
    { account: BITCOIN_OWNER, address: BITCOIN_OWNER, message: 'hello', protocol: 'ecdsa' },
    BITCOIN,
    'hello',
  )
  expect(bitcoinSigner('hello', bitcoinSignature)).toBe(addresses[0]?.publicKey)
})

test('a sent transaction arrives on the chain', async () => {
  await pair({ eip155: evm }, approve)
  const to = '0x00000000000000000000000000000000000F0123'
  const before = BigInt(String(await askChain(stack.urls.anvil, 'eth_getBalance', [to, 'latest'])))
  const hash = await ask<Hex>(
    'eth_sendTransaction',
    [{ from: OWNER, to, value: '0x2386f26fc10000', data: '0x' }],
    EVM,
    `Send 0.01 ETH to ${to}`,
  )
  const receipt = async () => askChain(stack.urls.anvil, 'eth_getTransactionReceipt', [hash])
  await until(async () => (await receipt()) !== null)
  expect(BigInt(String(await askChain(stack.urls.anvil, 'eth_getBalance', [to, 'latest']))) - before).toBe(10n ** 16n)
})

describeOn('solana')('Solana', () => {
  /** An unsigned transfer from account 1 to account 2: a legacy message, in base64. */
  async function transfer(lamports: bigint) {
    const answer = (await askChain(stack.urls.solana, 'getLatestBlockhash')) as { value: { blockhash: string } }
    const instruction = Buffer.alloc(12)
    instruction.writeUInt32LE(2)
    instruction.writeBigUInt64LE(lamports, 4)
    const [signer, other, blockhash] = [SOLANA_OWNER, SOLANA_OTHER, answer.value.blockhash].map((text) =>
      Buffer.from(base58.decode(text)),
    )
    const keys = [signer, other, Buffer.alloc(32)] as Buffer[]
    const message = [Buffer.of(1, 0, 1, 3), ...keys, blockhash as Buffer, Buffer.of(1, 2, 2, 0, 1, 12), instruction]
    return Buffer.concat([Buffer.of(1), Buffer.alloc(64), ...message]).toString('base64')
  }
  const balance = async () => {
    const answer = (await askChain(stack.urls.solana, 'getBalance', [SOLANA_OTHER])) as { value: number }
    return answer.value
  }

  test('accepts a transaction sent by the phone, and one that the site sends after the phone has signed it', async () => {
    await pair({ solana }, approve)
    const before = await balance()
    const sent = { transaction: await transfer(1_000n), pubkey: SOLANA_OWNER }
    const { signature } = await ask<{ signature: string }>('solana_signAndSendTransaction', sent, SOLANA, 'send it')
    expect(base58.decode(signature)).toHaveLength(64)
    await until(async () => (await balance()) === before + 1_000)

    const given = { transaction: await transfer(2_000n), pubkey: SOLANA_OWNER }
    const signed = await ask<{ transaction: string }>('solana_signTransaction', given, SOLANA, 'Sign a transaction')
    await askChain(stack.urls.solana, 'sendTransaction', [signed.transaction, { encoding: 'base64' }])
    await until(async () => (await balance()) === before + 3_000)
  })

  test('gives its reason for refusing a transaction, and the site gets that reason', async () => {
    await pair({ solana }, approve)
    const params = { transaction: await transfer(10n ** 18n), pubkey: SOLANA_OWNER }
    const failing = ask('solana_signAndSendTransaction', params, SOLANA, 'send it')
    await expect(failing).rejects.toMatchObject({ message: expect.stringContaining('simulation failed') })
  })
})

describeOn('bitcoin')('Bitcoin', () => {
  test('accepts a transaction sent by the phone', async () => {
    await pair({ bip122 }, approve)
    const [, recipientAddress = ''] = await onPhone((phone) =>
      phone.addresses('bip122:0f9188f13cb7b2c71f2a335e3a4fc328'),
    )
    const { txid } = await ask<{ txid: string }>(
      'sendTransfer',
      { account: BITCOIN_OWNER, recipientAddress, amount: '150000' },
      BITCOIN,
      `Send 0.0015 BTC to ${recipientAddress}`,
    )
    const response = await fetch(`${stack.urls.esplora}/tx/${txid}`)
    expect(await response.json()).toMatchObject({
      vout: expect.arrayContaining([
        expect.objectContaining({ scriptpubkey_address: recipientAddress, value: 150_000 }),
      ]),
    })
  })
})

test('a refused proposal and a refused request return 5000, and later proposals and requests work', async () => {
  await expect(pair({ eip155: evm }, reject)).rejects.toMatchObject({ code: 5000 })
  await pair({ eip155: evm }, approve)
  const refused = ask('personal_sign', [stringToHex('no'), OWNER], EVM, 'no', reject)
  await expect(refused).rejects.toMatchObject({ code: 5000 })
  expect(await verifyMessage({ address: OWNER, message: 'yes', signature: await sign('yes') })).toBe(true)
  expect(await outcomes()).toEqual(['rejected', 'approved', 'rejected', 'approved'])
})

test('two requests can wait at once and are answered in any order', async () => {
  await pair({ eip155: evm }, approve)
  const [first, second] = ['first', 'second'].map((text) =>
    site.request('personal_sign', [stringToHex(text), OWNER], EVM),
  )
  first?.catch(() => {})
  const prompt = (text: string) => page.getByTestId('prompt-request').filter({ hasText: `“${text}”` })
  await prompt('first').waitFor()
  await prompt('second').getByRole('button', { name: 'Approve' }).click()
  expect(await second).toMatch(/^0x[0-9a-f]{130}$/)
  await prompt('first').getByRole('button', { name: 'Reject' }).click()
  await expect(first).rejects.toMatchObject({ code: 5000 })
})

test('the owner approves one family, or two accounts, or nothing that was requested', async () => {
  await onPhone((phone) => phone.choose({ families: ['solana'] }))
  expect(Object.keys(await pair({ eip155: evm, solana, bip122 }, approve))).toEqual(['solana'])
  await site.disconnect()

  await onPhone((phone) => phone.choose({ families: ['eip155'], accounts: [1, 0], networks: ['eip155:31338'] }))
  const { eip155 } = await pair({ eip155: evm, solana }, approve)
  expect(eip155?.accounts).toEqual([`${SECOND}:${OTHER}`, `${SECOND}:${OWNER}`])
  await site.disconnect()

  await onPhone((phone) => phone.choose({ families: ['bip122'] }))
  await expect(pair({ eip155: evm, solana }, approve)).rejects.toMatchObject({ code: 5100 })
})

test('the site is notified when network or account changes', async () => {
  await onPhone((phone) => phone.choose({ networks: ['eip155:31337'] }))
  await pair({ eip155: evm }, approve)
  const before = site.events.length
  const heard = (event: string, payload: unknown) =>
    until(() =>
      site.events.slice(before).some((told) => told.event === event && String(told.payload) === String(payload)),
    )

  await page.getByTestId('network-eip155').selectOption('Portico Second')
  await heard('chainChanged', 31338)
  expect((await site.namespaces())?.eip155?.chains).toEqual([EVM, SECOND])

  await page.getByTestId('active-account').selectOption('Account 2')
  await heard('accountsChanged', [OTHER])
  await until(async () => (await site.namespaces())?.eip155?.accounts[0] === `${EVM}:${OTHER}`)

  await onPhone((phone) => phone.extendSessions('eip155:1'))
  await until(async () => Boolean((await site.namespaces())?.eip155?.chains?.includes('eip155:1')))
})

test('a network that the phone does not know is refused with 4902, and can be added', async () => {
  await pair({ eip155: evm }, approve)
  const switching = site.request('wallet_switchEthereumChain', [{ chainId: '0x5' }], EVM)
  await expect(switching).rejects.toMatchObject({ code: 4902 })
  const network = { chainId: '0x5', chainName: 'Five', rpcUrls: [stack.urls.anvil] }
  expect(await ask('wallet_addEthereumChain', [network], EVM, 'Add the network Five')).toBeNull()
  await until(async () => Boolean((await site.namespaces())?.eip155?.chains?.includes('eip155:5')))
})

test('a session ends on both sides, whichever side ends it', async () => {
  await pair({ eip155: evm }, approve)
  await page.getByTestId('session-disconnect').click()
  await until(async () => (await site.namespaces()) === undefined)

  await pair({ eip155: evm }, approve)
  void site.request('personal_sign', [stringToHex('too late'), OWNER], EVM).catch(() => {})
  await page.getByTestId('prompt-request').waitFor()
  await site.disconnect()
  await page.getByTestId('session').waitFor({ state: 'detached' })
  await page.getByTestId('prompt-request').waitFor({ state: 'detached' })
})

describe('one-click sign-in', () => {
  const params = {
    chains: [EVM, SECOND],
    domain: 'shop.example',
    uri: 'https://shop.example/login',
    nonce: 'abcdef123456',
    methods: EVM_METHODS,
    statement: 'Sign in to the shop',
  }

  async function authenticate() {
    const uri = site.nextUri()
    const answer = site.authenticate(params)
    const link = await uri
    await page.goto(`${server.url}/wc?uri=${encodeURIComponent(link)}`)
    return answer
  }

  test('is signed for each network, and pairs', async () => {
    const answer = authenticate()
    await page
      .getByTestId('prompt-words')
      .filter({ hasText: 'Sign in to shop.example: “Sign in to the shop”' })
      .waitFor()
    await approve()
    const { auths = [], namespaces } = await answer
    expect(auths.map(({ p }) => p.iss)).toEqual([`did:pkh:${EVM}:${OWNER}`, `did:pkh:${SECOND}:${OWNER}`])
    for (const { p, s } of auths) {
      const message = await site.formatAuthMessage(p, p.iss)
      expect(s.t).toBe('eip191')
      expect(await verifyMessage({ address: OWNER, message, signature: s.s })).toBe(true)
    }
    expect(namespaces?.eip155?.accounts).toContain(`${EVM}:${OWNER}`)
    expect(await verifyMessage({ address: OWNER, message: 'in', signature: await sign('in') })).toBe(true)
  })

  test('is skipped by a phone that does not support it: the site connects without it', async () => {
    await page.goto(`${server.url}/?keep=1`)
    await onPhone((phone) => phone.behave({ authentication: 'ignore' }))
    const uri = site.nextUri()
    const answer = site.authenticate(params)
    await page.goto(`${server.url}/wc?keep=1&uri=${encodeURIComponent(await uri)}`)
    await page.getByTestId('prompt-proposal').waitFor()
    await approve()
    const { auths, namespaces } = await answer
    expect(auths).toBeUndefined()
    expect(namespaces?.eip155?.accounts).toContain(`${EVM}:${OWNER}`)
  })
})

test('a dropped connection loses nothing: requests made meanwhile are answered afterwards', async () => {
  await pair({ eip155: evm }, approve)
  line.cut()
  await page.getByTestId('connection').filter({ hasText: 'Offline' }).waitFor()
  const asking = site.request<Hex>('personal_sign', [stringToHex('tunnel'), OWNER], EVM)
  line.mend()
  await page.getByTestId('prompt-words').filter({ hasText: 'tunnel' }).waitFor()
  await approve()
  expect(await verifyMessage({ address: OWNER, message: 'tunnel', signature: await asking })).toBe(true)
})

test('a phone that was offline gets the requests made meanwhile', async () => {
  await pair({ eip155: evm }, approve)
  await page.getByTestId('connection-button').click()
  await page.getByTestId('connection').filter({ hasText: 'Offline' }).waitFor()
  const asking = site.request<Hex>('personal_sign', [stringToHex('later'), OWNER], EVM)
  await page.getByRole('button', { name: 'Come back' }).click()
  await page.getByTestId('prompt-words').filter({ hasText: 'later' }).waitFor()
  await approve()
  expect(await verifyMessage({ address: OWNER, message: 'later', signature: await asking })).toBe(true)
})

test('a phone with storage keeps its session and pending requests after a reload', async () => {
  await page.goto(`${server.url}/?keep=1`)
  await pair({ eip155: evm }, approve)
  const asking = site.request<Hex>('personal_sign', [stringToHex('still there'), OWNER], EVM)
  await page.getByTestId('prompt-request').waitFor()
  await page.reload()
  await page.getByTestId('prompt-words').filter({ hasText: 'still there' }).waitFor()
  await approve()
  expect(await verifyMessage({ address: OWNER, message: 'still there', signature: await asking })).toBe(true)
  expect(await outcomes()).toEqual(['approved', 'approved'])
})

test('a slow owner can answer late; without an answer the site keeps waiting', async () => {
  await pair({ eip155: evm }, approve)
  await onPhone((phone) => phone.behave({ answer: 'approve', delayMs: 300 }))
  const begin = performance.now()
  await site.request('personal_sign', [stringToHex('slow'), OWNER], EVM)
  expect(performance.now() - begin).toBeGreaterThan(300)

  await onPhone((phone) => phone.behave({ answer: 'never', delayMs: 0 }))
  let isAnswered = false
  const answered = () => {
    isAnswered = true
  }
  void site.request('personal_sign', [stringToHex('lost'), OWNER], EVM).then(answered, answered)
  await page.getByTestId('log').getByText('not answered').waitFor()
  expect(isAnswered).toBe(false)
})

test.each(['dark', 'light'] as const)('axe finds nothing on the phone, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme })
  await pair({ eip155: evm, solana }, async () => {
    expect(await axeFindings()).toEqual([])
    await approve()
  })
  site.request('personal_sign', [stringToHex('look'), OWNER], EVM).catch(() => {})
  await page.getByTestId('prompt-request').waitFor()
  expect(await axeFindings()).toEqual([])
})

test('an invalid link is refused with an explanation', async () => {
  await page.getByTestId('uri').fill('https://shop.example')
  await page.getByTestId('pair').click()
  await page.getByTestId('pair-error').filter({ hasText: 'The link does not work' }).waitFor()
})

test('the phone has contacted only its own page, the relay and its chains', async () => {
  await pair({ eip155: evm }, approve)
  expect(requests.some((url) => url.startsWith('ws:'))).toBe(true)
  const { anvil, solana: solanaUrl, esplora } = stack.urls
  const allowed = [server.url, `ws://localhost:${line.port}/relay`, anvil, solanaUrl, esplora]
  expect(requests.filter((url) => !url.startsWith('data:') && !allowed.some((own) => url.startsWith(own)))).toEqual([])
})
