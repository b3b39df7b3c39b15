import type { NetworkOption } from '../../host/src/options/types.ts'
import { ADDRESSES, FAMILIES, isForgotten, shopOf } from '../browser/support/faults.ts'
import { stack } from '../browser/support/stack.ts'
import { behaves, connectTo, type Family, succeedsNow, walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { inBitcoinWallet, timesAsked } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

/** Reloads the page in every state that lasts. Each time it recovers, and everything still works. */
const EACH = FAMILIES.map((family) => [family] as const)

const isConnected = async (visitor: Visit, family: Family): Promise<void> => {
  await visitor.reads('status', 'connected')
  await visitor.reads('address', ADDRESSES[family])
}

test.each(EACH)('%s: a reload while the wallet asks the visitor to connect leaves the visitor disconnected', (family) =>
  visiting({ query: shopOf(family, 'hang') }, async (visitor) => {
    await visitor.open()
    await walletRow(visitor, family).click()
    await visitor.view('ConnectingExternal').waitFor()
    await visitor.reads('status', 'connecting')
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await isForgotten(visitor)
    await visitor.reads('open', 'closed')
    await succeedsNow(visitor, family)
    expect(visitor.problems).toEqual([])
  })(),
)

test.each(EACH)('%s: a reload during a disconnection leaves the visitor disconnected', (family) =>
  visiting({ query: shopOf(family) }, async (visitor) => {
    await connectTo(visitor, family)
    await behaves(visitor, family, 'mute')
    await visitor.onPage((modal) => void modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await isForgotten(visitor)
    await succeedsNow(visitor, family)
    expect(visitor.problems).toEqual([])
  })(),
)

test.each(EACH)('%s: a reload while the wallet is asked for its permissions reconnects', (family) =>
  visiting({ query: shopOf(family) }, async (visitor) => {
    await connectTo(visitor, family)
    await visitor.goto(shopOf(family, 'mute'))
    await visitor.reads('status', 'connecting')
    await visitor.goto(shopOf(family))
    await isConnected(visitor, family)
    await succeedsNow(visitor, family)
    expect(visitor.problems).toEqual([])
  })(),
)

test(
  'eip155: window.ethereum reconnects and is listed, although another wallet now announces itself',
  visiting({ query: { legacy: 1, options: { enableEIP6963: false } } }, async (visitor) => {
    const injected = visitor.page.getByTestId('wallet-selector-injected')
    await visitor.open()
    await injected.click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.goto({ legacy: 1 })
    await isConnected(visitor, 'eip155')
    await visitor.onPage((modal) => modal.open({ view: 'Connect' }))
    await injected.waitFor()
    await visitor.devWallet.waitFor()
    await visitor.close()
    await succeedsNow(visitor, 'eip155')
  }),
)

describe('a reload while the network is being switched', () => {
  test(
    'eip155: leaves the visitor connected on the previous network, and the next switch works',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.inWallet((wallet) => wallet.setBehaviour('hang'))
      await visitor.openNetworks()
      await visitor.choose('Portico Second')
      await visitor.sees('Approve in wallet')
      await visitor.page.reload()
      await isConnected(visitor, 'eip155')
      await visitor.reads('chain-id', '31337')
      await succeedsNow(visitor, 'eip155')
      await visitor.openNetworks()
      await visitor.choose('Portico Second')
      await visitor.reads('chain-id', '31338')
      await visitor.onPage((modal) => modal.close())
      await succeedsNow(visitor, 'eip155')
    }),
  )

  const network = (namespace: 'solana' | 'bip122', id: string, name: string, url: string): NetworkOption => ({
    id,
    name,
    chainNamespace: namespace,
    caipNetworkId: `${namespace}:${id}`,
    nativeCurrency: { name, symbol: 'X', decimals: namespace === 'solana' ? 9 : 8 },
    rpcUrls: { default: { http: [url] } },
  })

  test(
    'bip122: leaves the visitor connected on the previous network, and the next switch works',
    visiting(
      {
        query: {
          ...shopOf('bip122'),
          options: {
            networks: [
              network('bip122', '0f9188f13cb7b2c71f2a335e3a4fc328', 'Regtest', stack.urls.esplora),
              network('bip122', '00000008819873e925422c1ff0f99f7c', 'Signet', stack.urls.esplora),
            ],
          },
        },
      },
      async (visitor) => {
        await connectTo(visitor, 'bip122')
        await behaves(visitor, 'bip122', 'hang')
        await visitor.openNetworks()
        await visitor.choose('Signet')
        await visitor.sees('Approve in wallet')
        expect(timesAsked(await inBitcoinWallet(visitor, 'xverse', ({ log }) => log), 'wallet_changeNetwork')).toBe(1)
        await visitor.page.reload()
        await isConnected(visitor, 'bip122')
        await visitor.reads('chain-id', '0f9188f13cb7b2c71f2a335e3a4fc328')
        await succeedsNow(visitor, 'bip122')
        await visitor.openNetworks()
        await visitor.choose('Signet')
        await visitor.reads('chain-id', '00000008819873e925422c1ff0f99f7c')
        await visitor.onPage((modal) => modal.close())
        await succeedsNow(visitor, 'bip122')
      },
    ),
  )

  test(
    'solana: keeps the new network, because no wallet has to agree; the visitor is connected there and signs',
    visiting(
      {
        query: {
          ...shopOf('solana'),
          options: {
            networks: [
              network('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', stack.urls.solana),
              network('solana', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', stack.urls.solana),
            ],
          },
        },
      },
      async (visitor) => {
        await connectTo(visitor, 'solana')
        await visitor.openNetworks()
        await visitor.choose('Solana Devnet')
        await visitor.reads('chain-id', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
        await visitor.page.reload()
        await isConnected(visitor, 'solana')
        await visitor.reads('chain-id', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
        await succeedsNow(visitor, 'solana')
      },
    ),
  )
})
