/** @jest-environment jsdom */
import type { Network } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  fakeActing,
  fillBrowserGaps,
  render,
  SOLANA_ADDRESS,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { nftVisitor, wireNft } from '../../../../testing/nfts.tsx'
import { inShell } from '../../../../testing/shell.tsx'
import { NftDetails } from './NftDetails.tsx'
import { Nfts } from './Nfts.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const signal = new AbortController().signal

async function show(nft: object, key = `${CONTRACT}/7`, network = ethereum, address = ADDRESS) {
  const visitor = nftVisitor({ network, address, acting: fakeActing }, async () => ({ data: [wireNft(7, nft)] }))
  await render(inShell(visitor.test, <Nfts account={visitor.account} network={network} />))
  await visitor.settle()
  const view = await render(inShell(visitor.test, <NftDetails params={{ key }} signal={signal} />))
  const at = (testId: string) => view.container.querySelector(`[data-testid=${testId}]`)
  return { ...view, at }
}

test('all known facts are shown', async () => {
  const id = (2n ** 256n - 1n).toString()
  const traits = [{ name: 'Sky', value: 'Blue' }]
  const view = await show(
    { id, amount: '1234567', description: 'One of\nmany', traits, image: '/v1/image?url=x' },
    `${CONTRACT}/${id}`,
  )
  expect(view.at('nft-name')?.textContent).toBe('Ape 7')
  expect(view.at('nft-collection')?.textContent).toBe('Apes')
  expect(view.at('nft-description')?.textContent).toBe('One of\nmany')
  expect(view.at('nft-traits')?.textContent).toBe('SkyBlue')
  expect(view.at('nft-held')?.textContent).toBe('1,234,567')
  expect(view.at('nft-id')?.textContent).toBe(id)
  expect(view.at('nft-contract')?.textContent).toBe(CONTRACT)
  expect(view.text()).toContain('NetworkEthereum')
  expect(view.container.querySelectorAll('img')).toHaveLength(1)
})

test("the NFT's contract opens in the explorer, in a new window", async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const view = await show({})
  await view.press('View on explorer')
  const explorer = ethereum.blockExplorerUrl?.replace(/\/$/, '')
  expect(open).toHaveBeenCalledWith(`${explorer}/address/${CONTRACT}`, '_blank', 'noopener,noreferrer')
})

test("the NFT's texts are rendered only as text", async () => {
  const hostile = '<a href="https://evil.example">Claim</a><script>alert(1)</script>'
  const view = await show({
    name: hostile,
    collection: hostile,
    description: hostile,
    traits: [{ name: hostile, value: hostile }],
  })
  expect(view.container.querySelectorAll('a, script, img, iframe')).toHaveLength(0)
  expect(view.text().split(hostile)).toHaveLength(6)
  // Each text is isolated, with its own direction.
  for (const testId of ['nft-name', 'nft-traits']) expect(view.at(testId)?.querySelector('bdi')).not.toBeNull()
  expect(view.at('nft-collection')?.tagName).toBe('BDI')
  expect(view.at('nft-description')?.getAttribute('dir')).toBe('auto')
})

const bitcoin: Network = {
  ...solana,
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
}
const MINT = 'F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk'
const COLLECTION = 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w'
const INSCRIPTION = `${'ab'.repeat(32)}i0`
const HOLDER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

test.each([
  [
    'of Solana is identified by its mint and collection',
    { network: solana, owner: SOLANA_ADDRESS, contract: COLLECTION, id: MINT },
    `Mint address${MINT}Collection address${COLLECTION}NetworkSolana`,
  ],
  [
    'of Solana without a collection is identified by its mint',
    { network: solana, owner: SOLANA_ADDRESS, contract: MINT, id: MINT },
    `Mint address${MINT}NetworkSolana`,
  ],
  [
    'of Bitcoin is identified by its inscription, not by its holder',
    { network: bitcoin, owner: HOLDER, contract: HOLDER, id: INSCRIPTION },
    `Inscription${INSCRIPTION}NetworkBitcoin`,
  ],
])('an NFT %s', async (_, { network, owner, contract, id }, told) => {
  const nft = { contract: `${network.caipNetworkId}:${contract}`, id }
  const view = await show(nft, `${contract}/${id}`, network, owner)
  expect(view.text()).toContain(told)
})

test('an NFT that counts as spam is labeled as such', async () => {
  expect((await show({ isSpam: true })).text()).toContain('This may be spam')
  expect((await show({})).text()).not.toContain('This may be spam')
})

test('an NFT that no longer exists is reported as such', async () => {
  expect((await show({}, `${CONTRACT}/8`)).text()).toContain('This NFT is no longer in the list')
})
