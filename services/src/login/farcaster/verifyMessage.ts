import { type Hex, recoverMessageAddress } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { refused } from '../social/failure.ts'
import type { MaySignIn } from './registries.ts'
import type { SignInRequest } from './relay.ts'

/** FIP-11: OP Mainnet, whichever network the registry is on. */
const CHAIN_ID = 10
const STATEMENTS = ['Farcaster Auth', 'Farcaster Connect']
const FID = /^farcaster:\/\/fid\/([1-9]\d{0,18})$/
export interface Signed {
  readonly message: string
  readonly signature: Hex
}

/** The only account that the message names. */
function fidOf(resources: readonly string[] | undefined): bigint | undefined {
  const [only, ...more] = (resources ?? []).filter((resource) => resource.startsWith('farcaster:'))
  const [, fid] = FID.exec(only ?? '') ?? []
  return fid === undefined || more.length > 0 ? undefined : BigInt(fid)
}

/**
 * Returns the account number of the consent (EIP-4361, FIP-11). Only keys sign; contracts are not supported. The nonce
 * proves freshness, whatever the phone's clock.
 * @param request the request to be signed
 * @throws SocialFailure `refused` for a message or signature that does not match the request, `unavailable`
 */
export async function verifyMessage(
  { message, signature }: Signed,
  { domain, nonce, siweUri }: SignInRequest,
  maySignIn: MaySignIn,
  nowMs: number,
): Promise<bigint> {
  const said = parseSiweMessage(message)
  const { address, resources, statement = '' } = said
  const fid = fidOf(resources)
  const isOfRequest =
    said.uri === siweUri &&
    said.version === '1' &&
    said.chainId === CHAIN_ID &&
    STATEMENTS.includes(statement) &&
    validateSiweMessage({ message: said, domain, nonce, time: new Date(nowMs) })
  if (!isOfRequest || !address || fid === undefined) throw refused('message')
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
  if (signer?.toLowerCase() !== address.toLowerCase()) throw refused('signature')
  if (!(await maySignIn(signer as typeof address, fid))) throw refused('account')
  return fid
}
