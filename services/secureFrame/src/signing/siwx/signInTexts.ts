import type { SiwxMessage } from '@portico/contracts/embeddedWallet/siwxMessage'
import type { InferOutput } from 'valibot'

/** A page's sign-in message in its wire format. */
export type SignInMessage = InferOutput<typeof SiwxMessage>

/** Lines with one field each, in the order of EIP-4361. */
const LABELS = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const satisfies readonly (readonly [keyof SignInMessage, string])[]

const RESOURCES = 'Resources'

/** Prefixes of the lines. Inside a value, a careless parser could mistake one for the field itself. */
export const FIELD_NAMES: readonly string[] = [...LABELS.map(([, label]) => label), RESOURCES]

const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)

/**
 * Makes the possible texts of these fields (EIP-4361) for this account. A message without a statement has two: with an
 * empty line for the statement, as the grammar requires, or without that line, as many clients write it.
 */
export function signInTexts(message: SignInMessage, account: string): readonly [string, ...string[]] {
  const { domain, statement, resources } = message
  const values = { ...message, chainId: referenceOf(message.chainId) }
  const fields = LABELS.flatMap(([name, label]) => (values[name] === undefined ? [] : [`${label}: ${values[name]}`]))
  const list = resources ? [`${RESOURCES}:`, ...resources.map((resource) => `- ${resource}`)] : []
  const textWith = (...lines: readonly string[]) =>
    [`${domain} wants you to sign in with your Ethereum account:`, account, '', ...lines, ...fields, ...list].join('\n')
  return statement === undefined ? [textWith(''), textWith()] : [textWith(statement, '')]
}
