import {
  type Address,
  concatHex,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
  size,
  zeroAddress,
} from 'viem'
import type { World } from './world.ts'

export interface ExecutableCall {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  /** The sender, if not the account itself: the owner of a Safe. */
  readonly by?: 'safeOwner'
}

export interface Executable {
  readonly name: string
  readonly call: (world: World) => ExecutableCall
}

const nftAbi = parseAbi([
  'function transferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function approve(address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
])
const manyAbi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
const wethAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
const v2Abi = parseAbi([
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
  'function swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable',
  'function swapETHForExactTokens(uint256,address[],address,uint256) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
])
const multicallAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
])
const safeAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])

export const DEADLINE = 1_900_000_000n
const dollars = (text: string) => parseUnits(text, 6)

const erc20 = (functionName: 'transfer' | 'approve', args: readonly [Address, bigint]) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args })

/** Signed implicitly by its sender, as the contract allows for owners. The preview ignores the signature. */
export const execTransaction = (
  to: Address,
  data: Hex,
  { value = 0n, operation = 0, owner = zeroAddress }: { value?: bigint; operation?: number; owner?: Address } = {},
) =>
  encodeFunctionData({
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [
      to,
      value,
      data,
      operation,
      0n,
      0n,
      0n,
      zeroAddress,
      zeroAddress,
      concatHex([pad(owner), pad('0x'), '0x01']),
    ],
  })

/** Each call as `[to, value, data]`. */
export const multiSend = (calls: readonly (readonly [Address, bigint, Hex])[]) =>
  encodeFunctionData({
    abi: safeAbi,
    functionName: 'multiSend',
    args: [
      concatHex(
        calls.map(([to, value, data]) =>
          encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
        ),
      ),
    ],
  })

const swap = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: v2Abi, functionName, args } as never)

/** Account 2 of the development mnemonic: the only owner of the local Safe. */
export const SAFE_OWNER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Calls that can be executed on the local chain as well as on Ethereum. */
export const executable: readonly Executable[] = [
  { name: 'coins to a friend', call: ({ friend }) => ({ to: friend, data: '0x', value: parseEther('1.5') }) },
  {
    name: 'dollars to a friend',
    call: ({ dollar, friend }) => ({ to: dollar, data: erc20('transfer', [friend, dollars('12.5')]) }),
  },
  {
    name: 'the smallest part of a DAI',
    call: ({ dai, friend }) => ({ to: dai, data: erc20('transfer', [friend, 1n]) }),
  },
  { name: 'zero dollars', call: ({ dollar, friend }) => ({ to: dollar, data: erc20('transfer', [friend, 0n]) }) },
  {
    name: 'dollars to the account itself',
    call: ({ dollar, me }) => ({ to: dollar, data: erc20('transfer', [me, dollars('1')]) }),
  },
  {
    name: 'an allowance of 50 dollars for the router',
    call: ({ dollar, router }) => ({ to: dollar, data: erc20('approve', [router, dollars('50')]) }),
  },
  {
    name: 'an allowance without a limit for the router',
    call: ({ dai, router }) => ({ to: dai, data: erc20('approve', [router, maxUint256]) }),
  },
  {
    name: 'an allowance without a limit for a stranger',
    call: ({ dollar, friend }) => ({ to: dollar, data: erc20('approve', [friend, maxUint256]) }),
  },
  {
    name: 'a revoked allowance',
    call: ({ dollar, router }) => ({ to: dollar, data: erc20('approve', [router, 0n]) }),
  },
  {
    name: 'an NFT to a friend',
    call: ({ nft, me, friend }) => ({
      to: nft,
      data: encodeFunctionData({ abi: nftAbi, functionName: 'transferFrom', args: [me, friend, 1n] }),
    }),
  },
  {
    name: 'one NFT allowed',
    call: ({ nft, friend }) => ({
      to: nft,
      data: encodeFunctionData({ abi: nftAbi, functionName: 'approve', args: [friend, 1n] }),
    }),
  },
  {
    name: 'all NFTs of a collection allowed',
    call: ({ nft, friend }) => ({
      to: nft,
      data: encodeFunctionData({ abi: nftAbi, functionName: 'setApprovalForAll', args: [friend, true] }),
    }),
  },
  {
    name: 'all NFTs of a collection no longer allowed',
    call: ({ nft, friend }) => ({
      to: nft,
      data: encodeFunctionData({ abi: nftAbi, functionName: 'setApprovalForAll', args: [friend, false] }),
    }),
  },
  {
    name: 'three units of an ERC-1155 token',
    call: ({ many, me, friend }) => ({
      to: many,
      data: encodeFunctionData({ abi: manyAbi, functionName: 'safeTransferFrom', args: [me, friend, 1n, 3n, '0x'] }),
    }),
  },
  {
    name: 'several ERC-1155 tokens',
    call: ({ many, me, friend }) => ({
      to: many,
      data: encodeFunctionData({
        abi: manyAbi,
        functionName: 'safeBatchTransferFrom',
        args: [me, friend, [1n, 2n], [3n, 4n], '0x'],
      }),
    }),
  },
  {
    name: 'a coin wrapped',
    call: ({ weth }) => ({
      to: weth,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
      value: parseEther('1'),
    }),
  },
  {
    name: 'a coin unwrapped',
    call: ({ weth }) => ({
      to: weth,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [parseEther('0.25')] }),
    }),
  },
  {
    name: 'dollars swapped for DAI',
    call: ({ router, dollar, dai, me }) => ({
      to: router,
      data: swap('swapExactTokensForTokens', [dollars('100'), parseEther('90'), [dollar, dai], me, DEADLINE]),
    }),
  },
  {
    name: 'dollars swapped for exactly 50 DAI',
    call: ({ router, dollar, dai, me }) => ({
      to: router,
      data: swap('swapTokensForExactTokens', [parseEther('50'), dollars('60'), [dollar, dai], me, DEADLINE]),
    }),
  },
  {
    name: 'dollars swapped for coins',
    call: ({ router, dollar, weth, me }) => ({
      to: router,
      data: swap('swapExactTokensForETH', [dollars('300'), parseEther('0.09'), [dollar, weth], me, DEADLINE]),
    }),
  },
  {
    name: 'dollars swapped for exactly a tenth of a coin',
    call: ({ router, dollar, weth, me }) => ({
      to: router,
      data: swap('swapTokensForExactETH', [parseEther('0.1'), dollars('400'), [dollar, weth], me, DEADLINE]),
    }),
  },
  {
    name: 'coins swapped for dollars',
    call: ({ router, dollar, weth, me }) => ({
      to: router,
      data: swap('swapExactETHForTokens', [dollars('2500'), [weth, dollar], me, DEADLINE]),
      value: parseEther('1'),
    }),
  },
  {
    name: 'coins swapped for exactly 1,000 dollars, with some coming back',
    call: ({ router, dollar, weth, me }) => ({
      to: router,
      data: swap('swapETHForExactTokens', [dollars('1000'), [weth, dollar], me, DEADLINE]),
      value: parseEther('1'),
    }),
  },
  {
    name: 'dollars swapped through DAI, for a friend',
    call: ({ router, dollar, dai, weth, friend }) => ({
      to: router,
      data: swap('swapExactTokensForTokens', [dollars('10'), 1n, [dollar, dai, weth], friend, DEADLINE]),
    }),
  },
  {
    name: 'dollars swapped for coins, whatever fee the token takes',
    call: ({ router, dollar, weth, me }) => ({
      to: router,
      data: swap('swapExactTokensForETHSupportingFeeOnTransferTokens', [
        dollars('20'),
        1n,
        [dollar, weth],
        me,
        DEADLINE,
      ]),
    }),
  },
  {
    name: 'coins to two receivers by Multicall3',
    call: ({ multicall3, friend, me }) => ({
      to: multicall3,
      value: parseEther('0.3'),
      data: encodeFunctionData({
        abi: multicallAbi,
        functionName: 'aggregate3Value',
        args: [
          [
            { target: friend, allowFailure: false, value: parseEther('0.2'), callData: '0x' },
            { target: me, allowFailure: false, value: parseEther('0.1'), callData: '0x' },
          ],
        ],
      }),
    }),
  },
  {
    name: 'a transfer of tokens that Multicall3 does not have',
    call: ({ multicall3, dollar, friend }) => ({
      to: multicall3,
      data: encodeFunctionData({
        abi: multicallAbi,
        functionName: 'aggregate3',
        args: [[{ target: dollar, allowFailure: true, callData: erc20('transfer', [friend, 1n]) }]],
      }),
    }),
  },
  {
    name: 'coins of a Safe',
    call: ({ safe, me }) => ({
      to: safe,
      data: execTransaction(me, '0x', { value: parseEther('2'), owner: SAFE_OWNER }),
      by: 'safeOwner',
    }),
  },
  {
    name: 'several calls of a Safe',
    call: ({ safe, multiSend: packer, friend, me }) => ({
      to: safe,
      data: execTransaction(
        packer,
        multiSend([
          [friend, parseEther('1'), '0x'],
          [me, parseEther('2'), '0x'],
        ]),
        { operation: 1, owner: SAFE_OWNER },
      ),
      by: 'safeOwner',
    }),
  },
]
