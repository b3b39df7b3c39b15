import type { ActionSignature } from '@portico/contracts/services/admin'
import type { Assertion, EnrolBody } from '@portico/contracts/services/operators'
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Kysely } from 'kysely'
import type { InferOutput } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { jsonIn } from '../json.ts'

/** ES256, EdDSA and RS256, which every authenticator has one of. */
const ALGORITHMS = [-7, -8, -257]

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** The options for `navigator.credentials.create`, as JSON. The passkey is found without typing a name. */
export const registrationOptions = (name: string, operatorId: string, challenge: string, consoleOrigin: string) =>
  generateRegistrationOptions({
    rpName: 'Portico console',
    rpID: new URL(consoleOrigin).hostname,
    userName: name,
    userID: new Uint8Array(Buffer.from(operatorId)),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })

/**
 * @returns the row of a new passkey
 * @throws ServiceError `operator.passkey` if it was made for another challenge or page, or without its owner
 */
export async function readRegistration(
  registration: InferOutput<typeof EnrolBody>['registration'],
  challenge: string,
  consoleOrigin: string,
) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...registration,
      response: { ...registration.response, transports: [] },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: consoleOrigin,
    expectedRPID: new URL(consoleOrigin).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw Object.assign(new ServiceError('operator.passkey'), { cause })
  })
  if (!verified || !registrationInfo) throw new ServiceError('operator.passkey')
  const { credential } = registrationInfo
  return { credential_id: credential.id, public_key: base64url(credential.publicKey), counter: credential.counter }
}

/** The members of a COSE key (RFC 9053 §7) as JSON Web Key. */
function jsonWebKeyOf(publicKey: string): Record<string, string> {
  const cose = decodeCredentialPublicKey(bytesOf(publicKey)) as unknown as ReadonlyMap<number, unknown>
  const part = (label: number) => base64url(cose.get(label) as Uint8Array)
  const kty = cose.get(1)
  if (kty === 2) return { kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }
  if (kty === 1) return { kty: 'OKP', crv: 'Ed25519', x: part(-2) }
  return { kty: 'RSA', n: part(-1), e: part(-2) }
}

/** The challenge that a browser says it has signed; undefined if the data is malformed. */
export function challengeIn({
  response,
}: {
  readonly response: { readonly clientDataJSON: string }
}): string | undefined {
  const data = jsonIn(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  const challenge = (data as { challenge?: unknown } | undefined)?.challenge
  return typeof challenge === 'string' ? challenge : undefined
}

export interface CheckedAssertion {
  readonly operatorId: string
  /** What has to be kept in order to check the signature again. */
  readonly proof: Omit<ActionSignature, 'operator' | 'text'>
}

/**
 * Verifies that a passkey, after it has recognised its owner, has signed the challenge on a page of the console.
 * @throws ServiceError `operator.passkey`
 */
export async function checkAssertion(
  db: Kysely<Schema>,
  assertion: Assertion,
  challenge: string,
  consoleOrigin: string,
): Promise<CheckedAssertion> {
  const passkey = await db
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('credential_id', '=', assertion.id)
    .executeTakeFirst()
  if (!passkey) throw new ServiceError('operator.passkey')
  const { userHandle: _, ...response } = assertion.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: consoleOrigin,
    expectedRPID: new URL(consoleOrigin).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: bytesOf(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch((cause: unknown) => {
    throw Object.assign(new ServiceError('operator.passkey'), { cause })
  })
  if (!verified) throw new ServiceError('operator.passkey')
  await db
    .updateTable('operator_passkeys')
    .set({ counter: authenticationInfo.newCounter })
    .where('credential_id', '=', passkey.credential_id)
    .execute()
  return {
    operatorId: passkey.operator_id,
    proof: {
      credentialId: passkey.credential_id,
      publicKey: jsonWebKeyOf(passkey.public_key),
      authenticatorData: response.authenticatorData,
      clientDataJSON: response.clientDataJSON,
      signature: response.signature,
    },
  }
}
