import { wordOf } from '@portico/contracts/chains/evm/node'

/** The few functions and events that are read and called here. */

export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

export const EVENT = {
  /** ERC-20 `Approval(address,address,uint256)`, and ERC-721's with an indexed number. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** `ApprovalForAll(address,address,bool)` */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** Permit2: `Approval(address,address,address,uint160,uint48)` */
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  /** Permit2: `Permit(address,address,address,uint160,uint48,uint48)` */
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

const NO_ONE = '0x0000000000000000000000000000000000000000'

type Data = `0x${string}`
const call = (selector: string, ...words: readonly string[]): Data => `0x${selector}${words.map(wordOf).join('')}`
const hex = (value: bigint): string => value.toString(16)

export const ASK = {
  allowance: (owner: string, spender: string) => call('dd62ed3e', owner, spender),
  isApprovedForAll: (owner: string, operator: string) => call('e985e9c5', owner, operator),
  getApproved: (tokenId: bigint) => call('081812fc', hex(tokenId)),
  ownerOf: (tokenId: bigint) => call('6352211e', hex(tokenId)),
  permit2Allowance: (owner: string, token: string, spender: string) => call('927da105', owner, token, spender),
}

export const REVOKE = {
  /** ERC-20 `approve(spender, 0)` */
  token: (spender: string) => call('095ea7b3', spender, '0'),
  /** ERC-721 `approve(no one, tokenId)` */
  nft: (tokenId: bigint) => call('095ea7b3', NO_ONE, hex(tokenId)),
  nfts: (operator: string) => call('a22cb465', operator, '0'),
  /** Permit2 `lockdown([(token, spender)])` */
  permit2: (token: string, spender: string) => call('cc53287f', '20', '1', token, spender),
}

/** The words of an answer or of a log's data. */
export const wordsIn = (data: string): readonly bigint[] =>
  (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))

/** An address in the last 20 bytes of a word, in lower case. */
export const addressIn = (word: string): string => `0x${word.slice(-40).toLowerCase()}`
