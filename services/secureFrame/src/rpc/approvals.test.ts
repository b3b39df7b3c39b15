/** @jest-environment jsdom */
import { IDBFactory } from 'fake-indexeddb'
import {
  keccak256,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from 'viem'
import { createReceivers, openReceiverTable } from '../approval/receivers.ts'
import { point } from '../approval/testing/fakeSight.ts'
import { safeAddress } from '../smartAccount/safeAddress.ts'
import { type Answers, NodeError } from './testing/fakeNode.ts'
import { openRpc, SHOP, settle, shown } from './testing/openRpc.ts'

const FRIEND = `0x${'22'.repeat(20)}`
const REFUSED = { failure: 'rejected' }

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`
type Raw = `0x02${string}`
const rawOf = (opened: ReturnType<typeof openRpc>) => opened.node.last('eth_sendRawTransaction')?.[0] as Raw

/** Expects that the screen shows why an approved request failed, and closes it so that the page gets its answer. */
async function isTold({ find, text, reject }: ReturnType<typeof openRpc>, why: string): Promise<void> {
  for (let turn = 0; turn < 20 && !text().includes(why); turn++) {
    await jest.advanceTimersByTimeAsync(0)
    await settle()
  }
  expect(text()).toContain(why)
  expect([find('approve'), find('reject')?.textContent]).toEqual([null, 'Close'])
  reject()
}

describe('a message', () => {
  test('is shown with the requesting site, and signed when it is approved', async () => {
    const opened = openRpc({ siteName: 'Best shop' })
    const answer = opened.ask('personal_sign', [hexOf('Hello <b>you</b>'), opened.account.evm])
    const screen = await shown(opened)
    expect(opened.find('origin')?.textContent).toContain(SHOP)
    expect(screen.textContent).toContain('It calls itself “Best shop”.')
    expect(screen.textContent).toContain('Hello <b>you</b>')
    expect(screen.textContent).toContain(opened.account.evm)
    expect(screen.querySelector('b')).toBeNull()
    expect(opened.uses()).toBe(0)

    await opened.approve()
    const signature = (await answer) as `0x${string}`
    const signer = await recoverMessageAddress({ message: 'Hello <b>you</b>', signature })
    expect(signer.toLowerCase()).toBe(opened.account.evm)
    expect([document.body.childElementCount, opened.uses()]).toEqual([0, 1])
  })

  test.each(['reject', 'Escape', 'page'])('is not signed after: %s', async (how) => {
    const opened = openRpc()
    const answer = opened.ask('personal_sign', ['hi', opened.account.evm])
    await shown(opened)
    if (how === 'reject') opened.reject()
    else if (how === 'Escape') window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    else opened.page.abort()
    expect([await answer, opened.uses(), document.body.childElementCount]).toEqual([REFUSED, 0, 0])
  })

  test('cannot be approved before it has been in sight for half a second', async () => {
    const opened = openRpc()
    const answer = opened.ask('personal_sign', ['hi', opened.account.evm])
    await shown(opened)
    const button = opened.find('approve') as HTMLElement
    expect(button.getAttribute('aria-disabled')).toBe('true')
    opened.sight.see(1, false)
    await jest.advanceTimersByTimeAsync(60_000)
    point(button, 'pointerdown')
    point(button, 'pointerup')
    button.click()
    await settle()
    expect(opened.uses()).toBe(0)
    opened.reject()
    await answer
  })

  test('may have the address before the text if the order is unambiguous', async () => {
    const opened = openRpc()
    const { evm } = opened.account
    const answer = opened.ask('personal_sign', [evm, 'hi'])
    await shown(opened)
    await opened.approve()
    const signer = await recoverMessageAddress({ message: 'hi', signature: (await answer) as `0x${string}` })
    expect(signer.toLowerCase()).toBe(evm)
  })

  test.each([
    ['for another account', ['hi', FRIEND]],
    ['without an account', ['hi']],
    ['in an ambiguous order', [FRIEND, FRIEND]],
    ['that is not a text', [7, FRIEND]],
    ['in an object', { message: 'hi' }],
  ])('%s is never shown', async (_, params) => {
    const opened = openRpc()
    expect(await opened.ask('personal_sign', params)).toEqual({ failure: 'invalidRequest' })
    expect(document.body.childElementCount).toBe(0)
  })

  test.each([
    ['unreadable bytes', `0x${'9a'.repeat(32)}`],
    ['text in hexadecimal', hexOf('Win a prize! #kd93-QzP7~x01 (ok)')],
    ['text', 'Win a prize! #kd93-QzP7~x01 (ok)'],
    ['text that looks like the beginning of a hash', '0x23456789abcdef0123456789abcdez'],
    ['characters of several bytes', '€'.repeat(10).concat('ab')],
    ['hexadecimal digits', '0123456789abcdef0123456789ABCDEF'],
  ])('of 32 bytes is never signed, because it could be the hash of a Safe transaction (%s)', async (_, message) => {
    const opened = openRpc()
    const { evm } = opened.account
    for (const params of [
      [message, evm],
      [evm, message],
    ]) {
      const answer = opened.ask('personal_sign', params)
      await Promise.race([answer, shown(opened).catch(() => {})])
      if (opened.find('approve')) await opened.approve()
      expect(await answer).toEqual({ failure: 'invalidRequest' })
      expect([document.body.childElementCount, opened.uses()]).toEqual([0, 0])
    }
  })

  test.each([31, 33])('of %i bytes is a message like any other', async (length) => {
    const opened = openRpc()
    const answer = opened.ask('personal_sign', ['a'.repeat(length), opened.account.evm])
    await shown(opened)
    await opened.approve()
    expect(await answer).toMatch(/^0x[\da-f]{130}$/)
  })

  test('is signed as it was shown, even if the page changes the parameters afterwards', async () => {
    const opened = openRpc()
    const params = ['harmless', opened.account.evm]
    const answer = opened.ask('personal_sign', params)
    params[0] = 'all my money'
    const screen = await shown(opened)
    expect(screen.textContent).toContain('harmless')
    params.splice(0, 2, 'all my money', FRIEND)
    await opened.approve()
    const signer = await recoverMessageAddress({ message: 'harmless', signature: (await answer) as `0x${string}` })
    expect(signer.toLowerCase()).toBe(opened.account.evm)
  })
})

describe('typed data of a Safe', () => {
  const MODULE = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
  /** The previous version of the module, for the EntryPoint 0.6. */
  const OLD_MODULE = '0xa581c4A4DB7175302464fF3C06380BC3270b4037'
  const OTHER = `0x${'5a'.repeat(20)}`
  const data = (primaryType: string, verifyingContract: string, safe?: string) => ({
    types: { [primaryType]: [{ name: safe ? 'safe' : 'message', type: safe ? 'address' : 'bytes' }] },
    primaryType,
    domain: { chainId: 1, verifyingContract },
    message: safe ? { safe } : { message: '0x12' },
  })

  test.each<[string, (safe: string) => object]>([
    ['a Safe transaction', (safe) => data('SafeTx', safe)],
    ['a Safe message', (safe) => data('SafeMessage', safe)],
    ['a user operation', (safe) => data('SafeOp', MODULE, safe)],
    ['other data for its module', () => data('SafeOp', MODULE, OTHER)],
  ])("for the key's own smart account is not signed, even without a bundler: %s", async (_, made) => {
    const opened = openRpc()
    const { evm } = opened.account
    expect(await opened.ask('eth_signTypedData_v4', [evm, made(safeAddress(evm))])).toEqual({
      failure: 'invalidRequest',
    })
    expect([opened.uses(), document.body.childElementCount]).toEqual([0, 0])
  })

  test.each([
    ['an operation', data('SafeOp', OLD_MODULE, OTHER)],
    ['a message', data('SafeMessage', OTHER)],
  ])('for another Safe is shown: %s', async (_, made) => {
    const opened = openRpc()
    const answer = opened.ask('eth_signTypedData_v4', [opened.account.evm, made])
    await shown(opened)
    opened.reject()
    expect(await answer).toEqual(REFUSED)
  })

  test('for a message of another Safe gets a button that says "anyway"', async () => {
    const opened = openRpc()
    const answer = opened.ask('eth_signTypedData_v4', [opened.account.evm, data('SafeMessage', OTHER)])
    const screen = await shown(opened)
    expect(screen.textContent).toContain('Signs a message on behalf of the Safe.')
    expect(opened.find('approve')?.textContent).toBe('Sign this data anyway')
    opened.reject()
    await answer
  })
})

describe('typed data', () => {
  const data = (chainId?: number) => ({
    types: { Mail: [{ name: 'contents', type: 'string' }] },
    primaryType: 'Mail' as const,
    domain: { name: 'Shop', ...(chainId && { chainId }) },
    message: { contents: 'Hello' },
  })

  test.each([undefined, 1])('is shown as a table and signed (network %s)', async (chainId) => {
    const opened = openRpc()
    const answer = opened.ask('eth_signTypedData_v4', [opened.account.evm, JSON.stringify(data(chainId))])
    const screen = await shown(opened)
    expect(screen.querySelector('li')?.textContent).toContain('contents')
    await opened.approve()
    const signature = (await answer) as `0x${string}`
    const signer = await recoverTypedDataAddress({ ...data(chainId), signature })
    expect(signer.toLowerCase()).toBe(opened.account.evm)
  })

  test.each([
    ['for another network', 'chainUnsupported', JSON.stringify(data(10))],
    ['that is not JSON', 'invalidRequest', '{'],
    ['of an undefined type', 'invalidRequest', { ...data(), primaryType: 'Order' }],
  ])('%s is never shown', async (_, failure, source) => {
    const opened = openRpc()
    expect(await opened.ask('eth_signTypedData_v4', [opened.account.evm, source])).toEqual({ failure })
    expect(document.body.childElementCount).toBe(0)
  })
})

describe('a transaction', () => {
  const SEND = { to: FRIEND, value: '0xde0b6b3a7640000' }

  test('shows a warning if its receiver only looks like an earlier one', async () => {
    const window = { indexedDB: new IDBFactory() }
    const visit = (owner: string) => openRpc({ owner, receivers: createReceivers(openReceiverTable(window)) })
    const like = `0x2222${'0f'.repeat(16)}2222`
    const LOOKS_LIKE = 'Looks like this address, but is a different one'
    const ask = async (opened: ReturnType<typeof openRpc>, to: string, isApproved: boolean) => {
      const answer = opened.ask('eth_sendTransaction', [{ from: opened.account.evm, ...SEND, to }])
      const { textContent } = await shown(opened)
      if (isApproved) await opened.approve()
      else opened.reject()
      await answer
      return textContent?.includes(LOOKS_LIKE)
    }
    // The receiver of a rejected payment does not become known.
    expect(await ask(visit('ada'), FRIEND, false)).toBe(false)
    expect(await ask(visit('ada'), like, false)).toBe(false)
    expect(await ask(visit('ada'), FRIEND, true)).toBe(false)
    expect(await ask(visit('ada'), like, false)).toBe(true)
    expect(await ask(visit('bob'), like, false)).toBe(false)
  })

  test('is completed from the network, shown with its fee, and sent', async () => {
    const opened = openRpc()
    const answer = opened.ask('eth_sendTransaction', [{ from: opened.account.evm, ...SEND, maxFeePerGas: '0xffff' }])
    const screen = await shown(opened)
    // Gas 21,000 × (2 × base fee 1 gwei + priority fee 2 gwei)
    expect(screen.textContent).toContain('Maximum network fee0.000084 ETH')
    expect(screen.textContent).toContain('1 ETH')
    expect(screen.querySelector('h1')?.textContent).toBe('Send')
    expect(screen.textContent).toContain('It would succeed, but we can’t tell what would change.')
    await opened.approve()
    const hash = await answer
    const raw = rawOf(opened)
    expect(hash).toMatch(/^0x[\da-f]{64}$/)
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 1,
      nonce: 5,
      to: FRIEND,
      value: 10n ** 18n,
      gas: 21_000n,
      maxFeePerGas: 4_000_000_000n,
      maxPriorityFeePerGas: 2_000_000_000n,
    })
    expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(opened.account.evm)
  })

  test('is for the network of the request, and is refused if it names another network', async () => {
    const opened = openRpc({ network: 'eip155:1' })
    expect(await opened.ask('eth_sendTransaction', [{ ...SEND, chainId: '0xa' }])).toEqual({
      failure: 'chainUnsupported',
    })
    const answer = opened.ask('eth_sendTransaction', [SEND], { chainId: 'eip155:10' })
    expect((await shown(opened)).textContent).toContain('OP Mainnet')
    await opened.approve()
    await answer
    expect(parseTransaction(rawOf(opened)).chainId).toBe(10)
    expect(new Set(opened.node.requests.map(({ url }) => new URL(url).searchParams.get('chainId')))).toEqual(
      new Set(['eip155:10']),
    )
  })

  test('gets the nonce after that of an earlier transaction, even if the node has not counted the earlier one yet', async () => {
    const opened = openRpc()
    const answers = [opened.ask('eth_sendTransaction', [SEND]), opened.ask('eth_sendTransaction', [SEND])]
    const nonces: (number | undefined)[] = []
    for (const answer of answers) {
      await shown(opened)
      await opened.approve()
      await answer
      nonces.push(parseTransaction(rawOf(opened)).nonce)
    }
    expect(nonces).toEqual([5, 6])
  })

  test('leaves no gap in the nonces if the node refuses it', async () => {
    let isBroken = true
    const eth_sendRawTransaction = () => (isBroken ? new NodeError(-32000, 'insufficient funds') : '0x1')
    const opened = openRpc({ answers: { eth_sendRawTransaction } })
    const first = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    await opened.approve()
    await isTold(opened, 'Not sent: your account doesn’t have enough funds.')
    expect(await first).toEqual({ failure: 'fundsMissing' })
    isBroken = false
    const second = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    await opened.approve()
    await second
    expect(parseTransaction(rawOf(opened)).nonce).toBe(5)
  })

  test.each([
    ['insufficient funds for gas * price + value', 'fundsMissing', 'your account doesn’t have enough funds.'],
    ['nonce too low: next nonce 7, tx nonce 5', 'nonceTaken', 'another transaction from your account came first.'],
    ['replacement transaction underpriced', 'nonceTaken', 'another transaction from your account came first.'],
    ['transaction underpriced: tip needed 2, tip permitted 1', 'feeTooLow', 'the network fee went up.'],
    ['max fee per gas less than block base fee: address 0x1', 'feeTooLow', 'the network fee went up.'],
    ['unknown transaction type', 'notSent', 'the network rejected it.'],
    ['execution reverted: slippage', 'wouldFail', 'it would have failed.'],
    ['policy', 'notSent', 'the network rejected it.'],
  ])('refused by the node with "%s" is reported as %s once the visitor has seen why', async (said, failure, words) => {
    const opened = openRpc({ answers: { eth_sendRawTransaction: new NodeError(-32000, said) } })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    await opened.approve()
    await isTold(opened, `Not sent: ${words}`)
    expect(screen.textContent).toContain(FRIEND)
    expect(screen.textContent).not.toContain(said)
    expect(await answer).toEqual({ failure })
  })

  test('shows nothing if it fails after the page has cancelled the request', async () => {
    let refuse = (_: unknown) => {}
    const eth_sendRawTransaction = () =>
      new Promise((resolve) => {
        refuse = resolve
      })
    const opened = openRpc({ answers: { eth_sendRawTransaction } })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    await opened.approve()
    await settle()
    await opened.abort()
    refuse(new NodeError(-32000, 'insufficient funds'))
    expect(await answer).toEqual({ failure: 'fundsMissing' })
    expect(document.body.childElementCount).toBe(0)
  })

  test('is shown as requested if no node answers, and sent when tried again', async () => {
    let isThere = false
    const block = { baseFeePerGas: '0x3b9aca00', gasLimit: '0x1c9c380' }
    // The answer is malformed, as from a proxy whose node is down.
    const opened = openRpc({ answers: { eth_getBlockByNumber: () => (isThere ? block : undefined) } })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    expect(screen.textContent).toContain('Can’t reach the network right now. Nothing was signed or sent.')
    expect(screen.textContent).toContain('1 ETH')
    expect([opened.find('approve'), opened.uses()]).toEqual([null, 0])
    isThere = true
    opened.find('again')?.click()
    for (let turn = 0; turn < 20 && document.body.contains(screen); turn++) await settle()
    await shown(opened)
    await opened.approve()
    expect(await answer).toMatch(/^0x[\da-f]{64}$/)
  })

  test.each<[string, Answers]>([
    ['that a node may have accepted', { eth_sendRawTransaction: new NodeError(-32092) }],
    ...['already known', 'AlreadyKnown', 'transaction already imported', 'Known transaction'].map(
      (said): [string, Answers] => [
        `that a node already has (“${said}”)`,
        { eth_sendRawTransaction: new NodeError(-32000, said) },
      ],
    ),
    ...['nonce too low: next nonce 6, tx nonce 5', 'replacement transaction underpriced', 'policy'].flatMap(
      (said): [string, Answers][] => {
        const eth_sendRawTransaction = new NodeError(-32000, said)
        return [
          [
            `refused with “${said}” but found on the network`,
            { eth_sendRawTransaction, eth_getTransactionByHash: { nonce: '0x5' } },
          ],
          [
            `refused with “${said}” and with an unknown status`,
            { eth_sendRawTransaction, eth_getTransactionByHash: new NodeError(-32093) },
          ],
        ]
      },
    ),
  ])('%s is not reported as failed, because sending it again would pay twice', async (_, answers) => {
    const opened = openRpc({ answers })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    await opened.approve()
    const told = await answer
    const hash = keccak256(rawOf(opened))
    expect(told).toBe(hash)
    const requests = opened.node.last('eth_getTransactionByHash')
    if (requests) expect(requests).toEqual([hash])
  })

  test.each([
    ['from another account', { from: FRIEND }],
    ['with more gas than a block has', { gas: '0xffffffff' }],
    ['that sets code for the account', { authorizationList: [{ address: FRIEND, chainId: '0x1' }] }],
    ['with two different data fields', { data: '0x01', input: '0x02' }],
    ['with blobs', { blobVersionedHashes: ['0x01'] }],
    ['to an invalid address', { to: 'ada.eth' }],
  ])('%s is never shown', async (_, change) => {
    const opened = openRpc()
    expect(await opened.ask('eth_sendTransaction', [{ ...SEND, ...change }])).toEqual({ failure: 'invalidRequest' })
    expect(document.body.childElementCount).toBe(0)
  })

  test('shows the expected changes', async () => {
    const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
    const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const opened = openRpc({
      answers: {
        eth_simulateV1: ([{ blockStateCalls }]: [{ blockStateCalls: [{ calls: [{ from: string }] }] }]) => [
          {
            calls: [
              {
                status: '0x1',
                logs: [
                  {
                    address: `0x${'ee'.repeat(20)}`,
                    topics: [TRANSFER, topic(blockStateCalls[0].calls[0].from), topic(FRIEND)],
                    data: '0xde0b6b3a7640000',
                  },
                ],
              },
            ],
          },
        ],
      },
    })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    expect(screen.querySelector('.approval-changes')?.textContent).toBe('− 1 ETH')
    opened.reject()
    await answer
  })

  test('shows an error if the account cannot pay for it', async () => {
    const opened = openRpc({ answers: { eth_getBalance: '0xde0b6b3a7640000' } })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    await settle()
    expect(screen.textContent).toContain('Your account doesn’t have enough for this.')
    expect(opened.find('approve')).toBeNull()
    opened.reject()
    expect(await answer).toEqual({ failure: 'fundsMissing' })
  })

  test('shows a warning if it would fail', async () => {
    const reverting = new NodeError(3, 'execution reverted')
    const opened = openRpc({ answers: { eth_estimateGas: reverting, eth_call: reverting } })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    expect((await shown(opened)).textContent).toContain('It would fail, and you’d lose the fee.')
    opened.reject()
    await answer
  })

  test('waits up to three seconds for its simulation, and cannot be approved before', async () => {
    const opened = openRpc({ answers: { eth_simulateV1: () => new Promise(() => {}) } })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    await jest.advanceTimersByTimeAsync(2_000)
    await opened.approve()
    await settle()
    expect([opened.uses(), screen.textContent?.includes('This couldn’t be simulated')]).toEqual([0, false])
    await jest.advanceTimersByTimeAsync(500)
    await settle()
    expect(screen.textContent).toContain('This couldn’t be simulated')
    await opened.approve()
    expect(await answer).toMatch(/^0x/)
  })

  test('of a token is shown in its units, with a note that tokens choose their own names', async () => {
    const word = (hex: string) => hex.padStart(64, '0')
    const symbol = `0x${word('20')}${word('4')}${Buffer.from('USDC').toString('hex').padEnd(64, '0')}`
    const opened = openRpc({
      answers: {
        eth_call: ([{ data }]: [{ data: string }]) =>
          ({ '0x95d89b41': symbol, '0x313ce567': `0x${word('6')}` })[data] ?? '0x',
      },
    })
    const data = `0xa9059cbb${word(FRIEND.slice(2))}${word((1_500_000).toString(16))}`
    const answer = opened.ask('eth_sendTransaction', [{ to: `0x${'33'.repeat(20)}`, data }])
    const screen = await shown(opened)
    expect(screen.textContent).toContain('1.5 USDC')
    expect(screen.textContent).toContain('Token creators choose the names shown here.')
    opened.reject()
    await answer
  })

  describe('of an NFT', () => {
    const COLLECTION = `0x${'77'.repeat(20)}`
    const word = (hex: string) => hex.padStart(64, '0')
    const symbol = `0x${word('20')}${word('4')}${Buffer.from('BAYC').toString('hex').padEnd(64, '0')}`
    const data = `0x095ea7b3${word(FRIEND.slice(2))}${word('7')}`
    const interfaceOf = (id: string) => `0x01ffc9a7${id.padEnd(64, '0')}`
    const ask = async (calls: Readonly<Record<string, unknown>>) => {
      const eth_call = ([call]: [{ data: string }]) => (Object.hasOwn(calls, call.data) ? calls[call.data] : '0x')
      const opened = openRpc({ answers: { eth_call } })
      const answer = opened.ask('eth_sendTransaction', [{ to: COLLECTION, data }])
      const screen = await shown(opened)
      return {
        text: screen.textContent ?? '',
        async end() {
          opened.reject()
          await answer
        },
      }
    }

    test.each([
      ['ERC-721', '80ac58cd'],
      ['ERC-1155', 'd9b67a26'],
    ])('is shown as an NFT if its contract supports %s', async (_, id) => {
      const { text, end } = await ask({
        '0x95d89b41': symbol,
        '0x313ce567': new NodeError(3, 'execution reverted'),
        [interfaceOf(id)]: `0x${word('1')}`,
      })
      expect(text).toContain('Token ID')
      expect(text).not.toContain('This token is unknown.')
      await end()
    })

    test("is shown with the name of the NFT's contract if the simulation moves the NFT", async () => {
      const topic = (text: string) => `0x${word(text.replace('0x', ''))}`
      const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
      const calls: Readonly<Record<string, string>> = {
        '0x95d89b41': symbol,
        [interfaceOf('80ac58cd')]: `0x${word('1')}`,
      }
      const opened = openRpc({
        answers: {
          eth_call: ([call]: [{ data: string }]) => calls[call.data] ?? '0x',
          eth_simulateV1: ([{ blockStateCalls }]: [{ blockStateCalls: [{ calls: [{ from: string }] }] }]) => {
            const topics = [TRANSFER, topic(FRIEND), topic(blockStateCalls[0].calls[0].from), topic('7')]
            return [{ calls: [{ status: '0x1', logs: [{ address: COLLECTION, topics, data: '0x' }] }] }]
          },
        },
      })
      const answer = opened.ask('eth_sendTransaction', [SEND])
      const screen = await shown(opened)
      expect(screen.querySelector('.approval-changes')?.textContent).toContain('BAYC')
      opened.reject()
      await answer
    })

    test.each<[string, unknown]>([
      ['its decimals are unknown', undefined],
      ['it has decimals', `0x${word('6')}`],
    ])('is not called an NFT if %s', async (_, decimals) => {
      const { text, end } = await ask({ '0x313ce567': decimals, [interfaceOf('80ac58cd')]: `0x${word('1')}` })
      expect(text).not.toContain('Token ID')
      await end()
    })
  })

  test('is called unknown if its data cannot be read, and the data are one tap away', async () => {
    const opened = openRpc()
    const answer = opened.ask('eth_sendTransaction', [{ to: FRIEND, data: '0x12345678' }])
    const screen = await shown(opened)
    expect(screen.querySelector('h1')?.textContent).toBe('Unknown call')
    const raw = opened.find('raw') as HTMLDetailsElement
    expect([raw.open, raw.textContent?.includes('0x12345678')]).toEqual([false, true])
    opened.reject()
    await answer
  })
})

test.each([
  ['personal_sign', (account: string) => ['hi', account]],
  ['eth_sendTransaction', () => [{ to: FRIEND, value: '0x1' }]],
])('%s is signed for the account that was shown, or not at all', async (method, params) => {
  const opened = openRpc()
  const answer = opened.ask(method, params(opened.account.evm))
  await shown(opened)
  opened.change()
  await opened.approve()
  expect(await answer).toEqual({ failure: 'notConnected' })
  expect(opened.node.methods()).not.toContain('eth_sendRawTransaction')
})

describe('several requests', () => {
  test('are shown one after another, and each has to be in sight again', async () => {
    const opened = openRpc()
    const { evm } = opened.account
    const [first, second] = ['one', 'two'].map((text) => opened.ask('personal_sign', [text, evm]))
    expect((await shown(opened)).textContent).toContain('one')
    await opened.approve()
    await first
    const screen = await shown(opened)
    expect(screen.textContent).toContain('two')
    const button = opened.find('approve') as HTMLElement
    point(button, 'pointerdown')
    point(button, 'pointerup')
    await settle()
    expect(opened.uses()).toBe(1)
    await opened.approve()
    await second
    expect(opened.uses()).toBe(2)
  })

  test('are all rejected when the page cancels them', async () => {
    const opened = openRpc()
    const { evm } = opened.account
    const answers = ['one', 'two', 'three'].map((text) => opened.ask('personal_sign', [text, evm]))
    await shown(opened)
    await opened.abort()
    expect(await Promise.all(answers)).toEqual([REFUSED, REFUSED, REFUSED])
    expect([document.body.childElementCount, opened.uses()]).toEqual([0, 0])

    const next = opened.ask('personal_sign', ['four', evm])
    expect((await shown(opened)).textContent).toContain('four')
    await opened.approve()
    expect(await next).toMatch(/^0x/)
  })
})
