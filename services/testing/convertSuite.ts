import {
  Allowance,
  BuiltApprove,
  BuiltSwap,
  CONVERT_PATHS,
  ConvertTokens,
  Quotes,
} from '@portico/contracts/services/convert'
import type { Hono } from 'hono'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { SHOP } from './localPools.ts'

export interface ConvertSubject {
  readonly app: Hono
  readonly network: string
  /** The CAIP-10 ids of two tokens. */
  readonly from: string
  readonly to: string
  readonly amount: string
  /** The visitor's address, without its network. */
  readonly user: string
}

/** The common behavior of `/v1/convert`, whichever source finds the routes. */
export function convertSuite(subject: () => ConvertSubject) {
  async function ask<Schema extends GenericSchema>(
    path: string,
    schema: Schema,
    query: Readonly<Record<string, string>>,
  ): Promise<InferOutput<Schema>> {
    const answer = await subject().app.request(`${path}?${new URLSearchParams({ projectId: SHOP, ...query })}`)
    const body: unknown = await answer.json()
    expect([answer.status, answer.status === 200 ? '' : body]).toEqual([200, ''])
    return parse(schema, body)
  }

  test('the coin and both tokens are offered', async () => {
    const { network, from, to } = subject()
    const { tokens } = await ask(CONVERT_PATHS.tokens, ConvertTokens, { chainId: network })
    const addresses = tokens.map(({ address }) => address.toLowerCase())
    expect(addresses).toEqual(
      expect.arrayContaining([from, to, `${network}:0x${'e'.repeat(40)}`].map((address) => address.toLowerCase())),
    )
  })

  test("a built swap has the quoted amount and comes from the visitor's account", async () => {
    const { app, network, from, to, amount, user } = subject()
    const { quotes } = await ask(CONVERT_PATHS.quotes, Quotes, { from, to, amount, userAddress: user })
    expect(quotes).toEqual([
      { id: null, fromAmount: amount, fromAccount: from, toAccount: to, toAmount: expect.stringMatching(/^[1-9]\d*$/) },
    ])
    const userAddress = `${network}:${user}`
    const wish = { projectId: SHOP, amount, from, to, userAddress, eip155: { slippage: 1 }, disableEstimate: true }
    const answer = await app.request(CONVERT_PATHS.buildTransaction, { method: 'POST', body: JSON.stringify(wish) })
    const { tx } = parse(BuiltSwap, await answer.json())
    expect(tx.amount).toBe(quotes[0]?.toAmount)
    expect(tx.from).toBe(userAddress)
    expect(tx.to.startsWith(`${network}:0x`)).toBe(true)
    expect(BigInt(tx.eip155.gas)).toBeGreaterThan(21_000n)
    expect(BigInt(tx.eip155.gasPrice)).toBeGreaterThan(0n)
  })

  test('the allowance is read, and the built approval calls the token’s function "approve"', async () => {
    const { network, from, to, user } = subject()
    const userAddress = `${network}:${user}`
    expect(await ask(CONVERT_PATHS.allowance, Allowance, { tokenAddress: from, userAddress })).toEqual({
      allowance: '0',
    })
    const { tx } = await ask(CONVERT_PATHS.buildApprove, BuiltApprove, { from, to, userAddress })
    expect(tx).toMatchObject({ from, to, value: '0' })
    expect(decodeFunctionData({ abi: erc20Abi, data: tx.data as Hex }).functionName).toBe('approve')
  })
}
