import { encodeFunctionData, erc20Abi, maxUint256, parseEther, parseUnits } from 'viem'
import tokens from '../../local/chains/tokens.json' with { type: 'json' }
import { asksFor, isApprovable } from '../browser/support/approvals.ts'
import { addressOf, inFrame, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { setBalance } from '../browser/support/evmChain.ts'
import type { Visit } from '../browser/support/visit.ts'
import { ofRemote, type Scene } from './scene.ts'

/**
 * Pictures of each kind of request in the secure frame. The suites that measure our views skip them, because the frame
 * has its own texts.
 */

const DOLLAR = tokens.find(({ caip2, symbol }) => caip2 === 'eip155:31337' && symbol === 'USDC')
  ?.address as `0x${string}`
const SOMEBODY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CHAIN_ID = 31337

const { query } = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

type Request = (account: string) => readonly [method: string, params: readonly unknown[]]

const nothingToApprove = (visitor: Visit) => inFrame(visitor).getByText('Nothing to approve.')

const scene = (variant: string, request: Request, canBeApproved = true): Scene => ({
  view: 'ApproveTransaction',
  state: 'filled',
  variant,
  query,
  async go(visitor: Visit) {
    await signIn(visitor, newAddress())
    const address = await addressOf(visitor)
    if (canBeApproved) await setBalance(address, parseEther('1'))
    const [method, params] = request(address)
    await asksFor(visitor, method, params)
    await (canBeApproved ? isApprovable(visitor) : nothingToApprove(visitor).waitFor())
  },
})

const transaction =
  (change: object): Request =>
  (from) => ['eth_sendTransaction', [{ from, ...change }]]

const typed = (primaryType: string, fields: readonly string[], message: (account: string) => object): Request => {
  const members = fields.map((field) => {
    const [name, type] = field.split(' ')
    return { name, type }
  })
  return (account) => [
    'eth_signTypedData_v4',
    [
      account,
      JSON.stringify({
        types: { [primaryType]: members },
        primaryType,
        domain: { name: 'Fern & Fable', version: '1', chainId: CHAIN_ID, verifyingContract: DOLLAR },
        message: message(account),
      }),
    ],
  ]
}

const toDollar = (functionName: 'transfer' | 'approve', amount: bigint) =>
  transaction({ to: DOLLAR, data: encodeFunctionData({ abi: erc20Abi, functionName, args: [SOMEBODY, amount] }) })

const signsInTo =
  (site: string): Request =>
  (account) => [
    'personal_sign',
    [
      hexOf(
        `${site} wants you to sign in with your Ethereum account:\n${account}\n\nSee your orders.\n\nURI: https://${site}/\nVersion: 1\nChain ID: ${CHAIN_ID}\nNonce: 8zXn2kQ1\nIssued At: 2026-11-23T01:00:00Z`,
      ),
      account,
    ],
  ]

export const FRAME_SCENES: readonly Scene[] = ofRemote('email', [
  scene('bytes', (account) => ['personal_sign', [`0x${'ff00aa31'.repeat(9)}`, account]]),
  scene('signInElsewhere', signsInTo('bank.example')),
  scene(
    'typedData',
    typed('Order', ['items string[]', 'buyer address', 'total uint256', 'note string'], (buyer) => ({
      items: Array.from({ length: 40 }, (_, index) => `Fern number ${index + 1}`),
      buyer,
      total: '123456789012345678901234567890',
      note: 'Please water them. '.repeat(20),
    })),
  ),
  scene(
    'permit',
    typed(
      'Permit',
      ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'],
      (owner) => ({
        owner,
        spender: SOMEBODY,
        value: maxUint256.toString(),
        nonce: '0',
        deadline: maxUint256.toString(),
      }),
    ),
  ),
  // A newly created account is empty.
  scene('transferShort', transaction({ to: SOMEBODY, value: '0x14d1120d7b160000' }), false),
  scene('tokensFailing', toDollar('transfer', parseUnits('12.5', 6)), false),
  scene('allowance', toDollar('approve', maxUint256)),
  scene('unknownCall', transaction({ to: DOLLAR, data: '0xdeadbeef' })),
])
