import { framedPage, INFO, SAFE_ADDRESS, SAFE_ORIGIN } from '../../../../testing/safeInterface.ts'
import { openChannel } from './channel.ts'
import { createSafeProvider } from './createSafeProvider.ts'

const HASH = `0x${'ab'.repeat(32)}`
const SAFE_HASH = `0x${'5a'.repeat(32)}`
const SIGNATURE = `0x${'51'.repeat(65)}`
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let life: AbortController

beforeEach(() => {
  jest.useFakeTimers()
  life = new AbortController()
})
afterEach(() => {
  life.abort()
  jest.useRealTimers()
})

type Answers = Parameters<typeof framedPage>[0]

function inSafe(answers: Answers = {}, info = INFO) {
  const framed = framedPage({ rpcCall: () => null, ...answers })
  const provider = createSafeProvider(openChannel(framed.page, [SAFE_ORIGIN], life.signal), info)
  /** Sends a request, and lets enough time pass for the response. */
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const answer = provider.request({ method, params })
    answer.catch(() => {}) // errors are checked below
    await jest.advanceTimersByTimeAsync(150_000)
    return answer
  }
  const paramsOf = (method: string) =>
    framed.questions.filter((one) => one.method === method).map(({ params }) => params)
  return { ...framed, provider, ask, paramsOf }
}

const send = [{ from: SAFE_ADDRESS, to: OTHER, value: '0x10', gas: '0x5208' }]
const tells = (...states: readonly object[]) => {
  let next = 0
  return () => states[Math.min(next++, states.length - 1)]
}

test.each([
  ['eth_requestAccounts', [SAFE_ADDRESS]],
  ['eth_accounts', [SAFE_ADDRESS]],
  ['eth_chainId', '0x1'],
  ['net_version', '1'],
])('%s is answered without a request to the interface', async (method, expected) => {
  const { ask, methods } = inSafe()
  expect(await ask(method)).toEqual(expected)
  expect(methods()).toEqual([])
})

describe('signing', () => {
  test("off-chain signing is requested, and returns the owners' signature", async () => {
    const { ask, questions } = inSafe({ signMessage: () => ({ messageHash: HASH, signature: SIGNATURE }) })
    expect(await ask('personal_sign', '0x6869', SAFE_ADDRESS.toLowerCase())).toBe(SIGNATURE)
    expect(questions.map(({ method, params }) => [method, params])).toEqual([
      ['rpcCall', { call: 'safe_setSettings', params: [{ offChainSigning: true }] }],
      ['signMessage', { message: '0x6869' }],
    ])
  })

  test('if other owners sign later, the provider waits for the signature', async () => {
    let times = 0
    const { ask, paramsOf } = inSafe({
      signMessage: () => ({ messageHash: HASH }),
      getOffChainSignature: () => (++times > 2 ? SIGNATURE : ''),
    })
    expect(await ask('personal_sign', '0x6869', SAFE_ADDRESS)).toBe(SIGNATURE)
    expect(paramsOf('getOffChainSignature')).toEqual([HASH, HASH, HASH])
  })

  test('an on-chain signature counts once its transaction is executed', async () => {
    const { ask } = inSafe({
      rpcCall() {
        throw new Error('unknown setting')
      },
      signMessage: () => ({ safeTxHash: SAFE_HASH }),
      getTxBySafeTxHash: tells({ txStatus: 'AWAITING_EXECUTION' }, { txStatus: 'SUCCESS', txHash: HASH }),
    })
    expect(await ask('personal_sign', '0x6869', SAFE_ADDRESS)).toBe('0x')
  })

  test.each<[string, Answers]>([
    ['no owner signs in time', { signMessage: () => ({ messageHash: HASH }), getOffChainSignature: () => '' }],
    ['the answer is malformed', { signMessage: () => ({ signature: 'yes', messageHash: 7 }) }],
    ['the answer is empty', { signMessage: () => null }],
    [
      'it is never executed',
      { signMessage: () => ({ safeTxHash: SAFE_HASH }), getTxBySafeTxHash: () => ({ txStatus: 'AWAITING_EXECUTION' }) },
    ],
  ])('signing fails when %s', async (_, answers) => {
    await expect(inSafe(answers).ask('personal_sign', '0x6869', SAFE_ADDRESS)).rejects.toMatchObject({ code: -32603 })
  })

  test('typed data may be text or an object', async () => {
    const { ask, paramsOf } = inSafe({ signTypedMessage: () => ({ signature: SIGNATURE }) })
    const typedData = { domain: {}, types: {}, message: {}, primaryType: 'Order' }
    expect(await ask('eth_signTypedData_v4', SAFE_ADDRESS, JSON.stringify(typedData))).toBe(SIGNATURE)
    expect(await ask('eth_signTypedData_v4', SAFE_ADDRESS, typedData)).toBe(SIGNATURE)
    expect(paramsOf('signTypedMessage')).toEqual([{ typedData }, { typedData }])
  })

  test.each<[string, string, readonly unknown[]]>([
    ['a text for another account', 'personal_sign', ['0x6869', OTHER]],
    ['a message that is not text', 'personal_sign', [7, SAFE_ADDRESS]],
    ['data for another account', 'eth_signTypedData_v4', [OTHER, '{}']],
    ['data that is not JSON', 'eth_signTypedData_v4', [SAFE_ADDRESS, '{']],
    ['data without types', 'eth_signTypedData_v4', [SAFE_ADDRESS, { domain: {}, message: {} }]],
  ])('%s is refused without a request to the interface', async (_, method, params) => {
    const { ask, methods } = inSafe()
    await expect(ask(method, ...params)).rejects.toMatchObject({ code: -32602 })
    expect(methods()).toEqual([])
  })
})

describe('sending', () => {
  const sendTransactions = () => ({ safeTxHash: SAFE_HASH })

  test('returns the on-chain hash once the Safe has executed', async () => {
    let times = 0
    const { ask, paramsOf } = inSafe({
      sendTransactions,
      getTxBySafeTxHash() {
        if (++times === 1) throw new Error('Transaction not found')
        return times < 4 ? { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null } : { txStatus: 'SUCCESS', txHash: HASH }
      },
    })
    expect(await ask('eth_sendTransaction', ...send)).toBe(HASH)
    expect(paramsOf('sendTransactions')).toEqual([{ txs: [{ to: OTHER, value: '16', data: '0x' }], params: {} }])
  })

  test("returns the Safe's hash if other owners must decide, and later finds the receipt by that hash", async () => {
    const states = [{ txStatus: 'AWAITING_CONFIRMATIONS' }, { txStatus: 'AWAITING_CONFIRMATIONS' }]
    const { ask, paramsOf } = inSafe(
      {
        sendTransactions,
        getTxBySafeTxHash: tells(...states, { txStatus: 'SUCCESS', txHash: HASH }),
        rpcCall: ({ params: [hash] }: { params: [string] }) => ({ status: '0x1', transactionHash: hash }),
      },
      { ...INFO, threshold: 2 },
    )
    expect(await ask('eth_sendTransaction', ...send)).toBe(SAFE_HASH)
    expect(await ask('eth_getTransactionReceipt', SAFE_HASH)).toBeNull()
    expect(await ask('eth_getTransactionReceipt', SAFE_HASH)).toEqual({ status: '0x1', transactionHash: SAFE_HASH })
    expect(paramsOf('rpcCall')).toEqual([{ call: 'eth_getTransactionReceipt', params: [HASH] }])
  })

  test('does not wait forever for the execution', async () => {
    const { ask } = inSafe({ sendTransactions, getTxBySafeTxHash: () => ({ txStatus: 'AWAITING_EXECUTION' }) })
    expect(await ask('eth_sendTransaction', ...send)).toBe(SAFE_HASH)
  })

  test.each<[string, Answers, number]>([
    [
      'closes the window',
      {
        sendTransactions: () => {
          throw new Error('Transaction was rejected')
        },
      },
      4001,
    ],
    ['cancels the transaction', { sendTransactions, getTxBySafeTxHash: () => ({ txStatus: 'CANCELLED' }) }, 4001],
    [
      'executes it without success',
      { sendTransactions, getTxBySafeTxHash: () => ({ txStatus: 'FAILED', txHash: HASH }) },
      -32603,
    ],
    ['gets an invalid hash', { sendTransactions: () => ({ safeTxHash: '0x5a' }) }, -32603],
    [
      'gets an error without a message',
      {
        sendTransactions: () => {
          throw new Error('')
        },
      },
      -32603,
    ],
  ])('if the owner %s, the site gets the matching error', async (_, answers, code) => {
    await expect(inSafe(answers).ask('eth_sendTransaction', ...send)).rejects.toMatchObject({ code })
  })

  test.each<[string, unknown]>([
    ['from another account', { from: OTHER, to: OTHER }],
    ['without a receiver', { from: SAFE_ADDRESS, data: '0x60' }],
    ['without a valid amount', { to: OTHER, value: 'much' }],
    ['that is null', null],
  ])('a transaction %s is refused without a request to the interface', async (_, transaction) => {
    const { ask, methods } = inSafe()
    await expect(ask('eth_sendTransaction', transaction)).rejects.toMatchObject({ code: -32602 })
    expect(methods()).toEqual([])
  })
})

describe('networks', () => {
  test("switching to the Safe's own network succeeds at once", async () => {
    expect(await inSafe().ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
  })

  test.each([[{ chainId: '0x89' }], [{}], [undefined]])('switching to another network fails: %p', async (parameter) => {
    await expect(inSafe().ask('wallet_switchEthereumChain', parameter)).rejects.toMatchObject({ code: 4902 })
  })
})

test.each(['eth_sign', 'eth_signTransaction', 'eth_signTypedData', 'wallet_addEthereumChain', 'anything'])(
  '%s is not supported, and not passed on',
  async (method) => {
    const { ask, methods } = inSafe()
    await expect(ask(method)).rejects.toMatchObject({ code: 4200 })
    expect(methods()).toEqual([])
  },
)

test('read requests are passed to the interface', async () => {
  const { ask, paramsOf } = inSafe({ rpcCall: () => '0x2a' })
  expect(await ask('eth_getBalance', SAFE_ADDRESS, 'latest')).toBe('0x2a')
  expect(paramsOf('rpcCall')).toEqual([{ call: 'eth_getBalance', params: [SAFE_ADDRESS, 'latest'] }])
})

test('an unanswered read request times out', async () => {
  await expect(inSafe({ rpcCall: () => undefined }).ask('eth_blockNumber')).rejects.toMatchObject({ code: -32603 })
})

test('disposing of the modal ends pending requests, and none are sent afterwards', async () => {
  const { provider, questions } = inSafe({ rpcCall: () => undefined })
  const request = { method: 'eth_blockNumber', params: [] }
  const waiting = provider.request(request)
  life.abort()
  await expect(waiting).rejects.toMatchObject({ code: 4900 })
  await expect(provider.request(request)).rejects.toMatchObject({ code: 4900 })
  expect(questions).toHaveLength(1)
  expect(jest.getTimerCount()).toBe(0)
})
