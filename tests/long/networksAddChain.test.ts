import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** Connects to a wallet with this behavior, and chooses the second network. */
async function choosing(behaviour: string, check: (visitor: Visit) => Promise<void>): Promise<void> {
  const visitor = await visit()
  try {
    await visitor.connect()
    await visitor.inWallet((wallet, text) => wallet.setBehaviour(text), behaviour)
    await visitor.openNetworks()
    await visitor.choose('Portico Second')
    await check(visitor)
    expect(visitor.problems).toEqual([])
  } finally {
    await visitor.end()
  }
}

const stayed = async (visitor: Visit) => {
  await visitor.reads('chain-id', '31337')
  expect(await visitor.inWallet((wallet) => wallet.chainId)).toBe(31337)
}

test.each([
  ['4902, the code of EIP-3085', 'switch-error:4902'],
  ['5000, the code of WalletConnect', 'switch-error:5000'],
  ['32603, a code without its minus sign', 'switch-error:32603'],
  ['-32603, an internal error', 'switch-error:-32603'],
  ['4902 inside data.originalError', 'switch-error:4902,nested:-32000'],
  ['5000 inside data.originalError', 'switch-error:5000,nested:-32000'],
  ['4902 as the cause of another error', 'switch-error:4902,caused:-32000'],
])('a switch that fails with %s adds the network, then switches', (_, behaviour) =>
  choosing(behaviour, async (visitor) => {
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31338')
    expect(await visitor.asked('wallet_addEthereumChain')).toBe(1)
    expect(await visitor.inWallet((wallet) => wallet.chainId)).toBe(31338)
  }),
)

test('a wallet that switches to an added network by itself is not asked again', () =>
  choosing('switch-error:4902,add-switches', async (visitor) => {
    await visitor.reads('chain-id', '31338')
    expect(await visitor.asked('wallet_switchEthereumChain')).toBe(1)
  }))

test.each([
  ['4001', 'switch-error:4001'],
  ['5002', 'switch-error:5002'],
  ['5000 and a message that says so', 'switch-error:5000,says-rejected'],
  ['-32603 and 4001 inside data.originalError', 'switch-error:4001,nested:-32603'],
  ['-32603 and 4001 as its cause', 'switch-error:4001,caused:-32603'],
])('a visitor who declines with %s is not asked to add the network', (_, behaviour) =>
  choosing(behaviour, async (visitor) => {
    await visitor.sees('Switch declined')
    expect(await visitor.asked('wallet_addEthereumChain')).toBe(0)
    await stayed(visitor)
  }),
)

test.each([
  ['cannot be added', 'switch-error:4902,add-error:-32603', 'Chain is not supported'],
  ['the visitor declines to add', 'switch-error:4902,add-error:4001', 'Switch declined'],
  [
    'is being added by a pending request',
    'switch-error:4902,add-error:-32002',
    'A request is already waiting in your wallet',
  ],
  [
    'cannot be switched to because a request is pending',
    'switch-error:-32002',
    'A request is already waiting in your wallet',
  ],
  ['cannot be switched to for another reason', 'switch-error:4100', 'The wallet couldn’t complete the request'],
])('a network that %s: the window says so, and nothing changes', (_, behaviour, text) =>
  choosing(behaviour, async (visitor) => {
    await visitor.sees(text)
    await visitor.sees('You’re still on Portico Local.')
    await stayed(visitor)
    await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
    await visitor.retry()
    await visitor.reads('chain-id', '31338')
  }),
)
