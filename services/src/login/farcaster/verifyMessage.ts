import { type Hex, recoverMessageAddress } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { refused } from '../social/failure.ts'
import type { MaySignIn } from './registries.ts'
import type { SignInRequest } from './relay.ts'

/** FIP-11: the message names OP Mainnet, whichever network the registry is on. */
const CHAIN_ID = 10
const STATEMENTS = ['Farcaster Auth', 'Farcaster Connect']
const FID = /^farcaster:\/\/fid\/([1-9]\d{0,18})$/
export interface Signed {
  readonly message: string
  readonly signature: Hex
}

/** The account that the message names; undefined if it names none or several. */
function fidOf(resources: readonly string[] | undefined): bigint | undefined {
  const [only, ...more] = (resources ?? []).filter((resource) => resource.startsWith('farcaster:'))
  const [, fid] = FID.exec(only ?? '') ?? []
  return fid === undefined || more.length > 0 ? undefined : BigInt(fid)
}

/**
 * Verifies a signed consent (EIP-4361, FIP-11) and returns its account number. Signatures of contracts are not
 * supported. The nonce proves that the consent is fresh, whatever the phone's clock says.
 * @param request the request that the phone had to sign
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
