import type { CaipNetworkId } from '@portico/contracts'
import { nftLink } from './nftLink.ts'

const at = (caipNetworkId: CaipNetworkId, blockExplorerUrl?: string) => ({
  caipNetworkId,
  ...(blockExplorerUrl !== undefined && { blockExplorerUrl }),
})
const TXID = 'a'.repeat(64)

test.each([
  [
    'its contract',
    at('eip155:1', 'https://etherscan.io/'),
    { contract: '0x1', id: '7' },
    'https://etherscan.io/address/0x1',
  ],
  [
    'its mint, keeping the query of the URL',
    at('solana:abc', 'https://explorer.solana.com?cluster=devnet'),
    { contract: 'Collection', id: 'Mint' },
    'https://explorer.solana.com/address/Mint?cluster=devnet',
  ],
  [
    'the transaction of an inscription',
    at('bip122:abc', 'https://mempool.space/testnet'),
    { contract: 'bc1q', id: `${TXID}i0` },
    `https://mempool.space/testnet/tx/${TXID}`,
  ],
  [
    'a URL that an id cannot redirect',
    at('eip155:1', 'https://etherscan.io'),
    { contract: '../../x?y#z', id: '7' },
    'https://etherscan.io/address/..%2F..%2Fx%3Fy%23z',
  ],
  ['nothing without an explorer', at('eip155:1'), { contract: '0x1', id: '7' }, undefined],
  ['nothing with an invalid explorer', at('eip155:1', 'explorer'), { contract: '0x1', id: '7' }, undefined],
])('the link of an NFT is %s', (_, network, nft, link) => {
  expect(nftLink(network, nft)).toBe(link)
})
