import type { ActionAnswer } from '@portico/contracts/services/operators'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { ApiError, enrol, openInvitation, readChallenge, sign, signInByPasskey } from './api.ts'

type Sign = ActionAnswer & { status: 'sign' }

/** The person has closed the browser's dialog, or no passkey fits: nothing has happened. */
const notSigned = () => new ApiError('passkey.cancelled', 'Nothing was signed. Try again when your passkey is at hand')

async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

async function assertion(challenge: string, credentialIds: readonly string[] = []) {
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      userVerification: 'required',
      allowCredentials: credentialIds.map((credential) => ({ id: credential, type: 'public-key' })),
    },
  }).catch(() => {
    throw notSigned()
  })
  return { id, rawId, type, response }
}

/** Signs the text that the operator has read: its hash is the challenge. @throws ApiError */
export async function signAction({ id, text, challenge, credentialIds }: Sign): Promise<ActionAnswer> {
  if ((await sha256(text)) !== challenge) throw new ApiError('action.text', 'What would be signed is not what is shown')
  return sign(id, await assertion(challenge, credentialIds))
}

/** @throws ApiError */
export async function signIn(): Promise<void> {
  const { challenge } = await readChallenge()
  await signInByPasskey(await assertion(challenge))
}

/** Makes a passkey and becomes an operator. @throws ApiError */
export async function join(secret: string): Promise<void> {
  const { options } = await openInvitation(secret)
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  }).catch(() => {
    throw notSigned()
  })
  const { clientDataJSON, attestationObject } = response
  await enrol(secret, { id, rawId, type, response: { clientDataJSON, attestationObject } })
}
