import { numberToHex } from 'viem'
import { askChain, stack } from './support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

const chainOfWallet = (visitor: Visit) => visitor.inWallet((wallet) => wallet.chainId)

/** A connected visitor at the list of networks, about to choose the second network. */
async function atNetworks(visitor: Visit, behaviour = 'ok'): Promise<void> {
  await visitor.connect()
  await visitor.openNetworks()
  await visitor.inWallet((wallet, text) => wallet.setBehaviour(text), behaviour)
}

test(
  'a visitor switches to a network that the wallet does not know yet, and back; page, wallet and window agree',
  visiting({}, async (visitor) => {
    await atNetworks(visitor)
    await visitor.choose('Portico Second')
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31338')
    await visitor.reads('caip-address', `eip155:31338:${VISITOR}`)
    expect(await chainOfWallet(visitor)).toBe(31338)
    expect(await visitor.asked('wallet_addEthereumChain')).toBe(1)

    await visitor.page.getByRole('button', { name: 'Choose network, currently Portico Second' }).click()
    await visitor.choose('Portico Local')
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31337')
    expect(await chainOfWallet(visitor)).toBe(31337)
    expect(await visitor.asked('wallet_addEthereumChain')).toBe(1)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'the wallet gets the name, the coin and the node URL of a new network',
  visiting({}, async (visitor) => {
    await atNetworks(visitor)
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
    const added = await visitor.inWallet((wallet) =>
      wallet.log.find(({ method }) => method === 'wallet_addEthereumChain'),
    )
    expect(added?.params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Portico Second',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [stack.urls.secondAnvil],
      },
    ])
  }),
)

test(
  'after a switch the balance of the new chain is shown',
  visiting({}, async (visitor) => {
    await askChain(stack.urls.secondAnvil, 'anvil_setBalance', [VISITOR, numberToHex(4_321n * 10n ** 15n)])
    await atNetworks(visitor)
    await visitor.choose('Portico Second')
    await visitor.page.locator('[data-testid="account-balance"][data-value="4.321"]').waitFor()
  }),
)

test(
  'the network changes only after the wallet has agreed; until then page and list show the old one',
  visiting({}, async (visitor) => {
    await atNetworks(visitor, 'hang')
    await visitor.choose('Portico Second')
    await visitor.sees('Approve in wallet')
    await visitor.reads('chain-id', '31337')
    await visitor.back()
    const current = visitor.dialog.locator('[aria-current="true"]')
    expect(await current.textContent()).toContain('Portico Local')
    await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
    await visitor.inWallet((wallet) => wallet.approve())
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
  }),
)

test(
  'a declined switch is reported with the current network; trying again switches',
  visiting({}, async (visitor) => {
    await atNetworks(visitor, 'reject')
    await visitor.choose('Portico Second')
    await visitor.sees('Switch declined')
    await visitor.sees('You’re still on Portico Local.')
    await visitor.reads('chain-id', '31337')
    await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
    await visitor.retry()
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31338')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'choosing the active network sends no request to the wallet',
  visiting({}, async (visitor) => {
    await atNetworks(visitor)
    await visitor.choose('Portico Local')
    await visitor.view('Account').waitFor()
    expect(await visitor.asked('wallet_switchEthereumChain')).toBe(0)
  }),
)

test(
  'without a wallet a network is chosen at once and remembered',
  visiting({}, async (visitor) => {
    await visitor.onPage((modal) => modal.open({ view: 'Networks' }))
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await visitor.reads('chain-id', '31338')
  }),
)

test(
  "when a wallet changes to another of the site's networks, the page and the window follow",
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await visitor.inWallet((wallet) => wallet.setChain(31338))
    await visitor.reads('chain-id', '31338')
    await visitor.page.getByRole('button', { name: 'Choose network, currently Portico Second' }).waitFor()
  }),
)

describe("the page's switchNetwork()", () => {
  test(
    'switches, by id or by object',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.switchNetwork(31338, { throwOnFailure: true }))
      await visitor.reads('chain-id', '31338')
      await visitor.page.getByTestId('switch-network-31337').click()
      await visitor.reads('chain-id', '31337')
    }),
  )

  test(
    'resolves when the wallet declines, or rejects with the reason if the page asks for that',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
      await visitor.onPage((modal) => modal.switchNetwork(31338))
      const reason = await visitor.onPage((modal) =>
        modal.switchNetwork(31338, { throwOnFailure: true }).catch(({ code, message }) => ({ code, message })),
      )
      expect(reason).toEqual({ code: 'chain.switchDeclined', message: 'Switch declined' })
      await visitor.reads('chain-id', '31337')
    }),
  )

  test(
    'shows an alert for a network that the site has not configured, and changes nothing',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.switchNetwork(424242))
      await visitor.openAccount()
      expect(await visitor.page.getByTestId('wui-alertbar-text').textContent()).toBe('Network Not Found APKT001')
      await visitor.reads('chain-id', '31337')
    }),
  )
})
