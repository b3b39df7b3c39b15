import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { type Visited, whileThere } from './whileThere.ts'

/** What is needed to request a passkey; id and salt are base64url. */
export interface KnownPasskey {
  readonly credentialId: string
  readonly prfSalt: string
  readonly transports: readonly string[]
}

/** A passkey's answer, with its owner's consent. */
interface Asserted {
  readonly credentialId: string
  /** The output of its PRF, 32 bytes. The caller overwrites it. */
  readonly output: Uint8Array<ArrayBuffer>
}

export interface NewPasskey {
  /** The wallet's subject. An authenticator keeps only one passkey per subject. */
  readonly subject: string
  /** The owner's name as the authenticator shows it. */
  readonly userName: string
  /** Passkeys that the wallet already has. */
  readonly known: readonly KnownPasskey[]
}

/**
 * Why there is no passkey. `unsupported`: the browser or the authenticator has no PRF, even if a passkey was made.
 * `exists`: this authenticator already has a passkey of this wallet. `refused`: by its owner, the browser or a
 * time-out.
 */
export type PasskeyFailure = 'unsupported' | 'exists' | 'refused'

export class PasskeyFailed extends Error {
  constructor(readonly failure: PasskeyFailure) {
    super(`No passkey: ${failure}`)
    this.name = 'PasskeyFailed'
  }
}

/** Uses authenticators (WebAuthn Level 3). Each method throws PasskeyFailed. */
export interface Authenticator {
  /** Whether this browser may support passkeys. */
  readonly isThere: boolean
  /** Asks one of these passkeys for its PRF output; the authenticator has to verify the owner. */
  ask(known: readonly KnownPasskey[]): Promise<Asserted>
  /** Makes a passkey and asks for its output. Call it soon after a press, as browsers require. */
  make(wanted: NewPasskey): Promise<Asserted & KnownPasskey>
  /** Removes a useless passkey from the browser's list, if the browser supports that. */
  forget(credentialId: string): void
}

/** Enough time to find a phone, and no longer than a passkey's result counts. */
const LIMIT_MS = 60_000
/** How much later than that limit a browser may report the time-out. */
const ANSWER_MS = 5_000
const OUTPUT_BYTES = 32
/** RFC 9053: ECDSA and EdDSA with a modern curve, and RSA for Windows. The signature is never verified. */
const ALGORITHMS = [-7, -8, -257]

type Output = AuthenticationExtensionsClientOutputs['prf']

const decode = (text: string) => new Uint8Array(base64urlnopad.decode(text))
const encode = (bytes: ArrayBuffer) => base64urlnopad.encode(new Uint8Array(bytes))
const random = () => crypto.getRandomValues(new Uint8Array(32))

const descriptor = ({ credentialId, transports }: KnownPasskey): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: decode(credentialId),
  ...(transports.length > 0 && { transports: [...transports] as AuthenticatorTransport[] }),
})

function outputOf(prf: Output): Uint8Array<ArrayBuffer> | undefined {
  const first = prf?.results?.first
  if (!first) return undefined
  const output = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return output.length === OUTPUT_BYTES ? output : undefined
}

function failureOf(error: unknown): PasskeyFailed {
  if (error instanceof PasskeyFailed) return error
  // Another window's `DOMException` is not an instance of this window's class.
  const name = (error as { readonly name?: unknown } | undefined)?.name
  if (name === 'InvalidStateError') return new PasskeyFailed('exists')
  return new PasskeyFailed(name === 'NotSupportedError' || name === 'SecurityError' ? 'unsupported' : 'refused')
}

type Site = Visited & Pick<Window & typeof globalThis, 'navigator' | 'location' | 'PublicKeyCredential'>

/**
 * @param site only passkeys of this window's host are used, and none of a parent domain
 * @param visitorAt the window of this origin in which the visitor is, because browsers request no passkey in a window
 *   behind it
 */
export function createAuthenticator(
  site: Site = globalThis as never,
  visitorAt: () => Visited & Pick<Window, 'navigator'> = () => site,
): Authenticator {
  const { hostname } = site.location ?? {}
  const credentials = site.navigator?.credentials
  const isThere = Boolean(credentials && site.PublicKeyCredential && hostname)

  async function ask(known: readonly KnownPasskey[]): Promise<Asserted> {
    if (!isThere || known.length === 0) throw new PasskeyFailed('unsupported')
    try {
      const publicKey: PublicKeyCredentialRequestOptions = {
        rpId: hostname,
        challenge: random(),
        allowCredentials: known.map(descriptor),
        userVerification: 'required',
        timeout: LIMIT_MS,
        extensions: {
          prf: {
            evalByCredential: Object.fromEntries(
              known.map(({ credentialId, prfSalt }) => [credentialId, { first: decode(prfSalt) }]),
            ),
          },
        },
      }
      const there = visitorAt()
      const asserted = (await whileThere(
        there,
        (signal) => there.navigator.credentials.get({ publicKey, signal }),
        LIMIT_MS + ANSWER_MS,
      )) as PublicKeyCredential | null | undefined
      // The visitor has left, or the time is up.
      if (asserted === undefined) throw new PasskeyFailed('refused')
      const output = outputOf(asserted?.getClientExtensionResults().prf)
      if (!asserted || !output) throw new PasskeyFailed('unsupported')
      return { credentialId: encode(asserted.rawId), output }
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** WebAuthn Level 3 §5.1.10; not every browser has it. */
  function forget(credentialId: string): void {
    const known = site.PublicKeyCredential as unknown as {
      signalUnknownCredential?: (credential: { rpId: string; credentialId: string }) => Promise<void>
    }
    void known?.signalUnknownCredential?.({ rpId: hostname, credentialId }).catch(() => {})
  }

  return {
    isThere,
    ask,
    async make({ subject, userName, known }) {
      if (!isThere) throw new PasskeyFailed('unsupported')
      const salt = random()
      try {
        const created = (await credentials.create({
          publicKey: {
            rp: { id: hostname, name: hostname },
            user: { id: new Uint8Array(utf8ToBytes(subject)), name: userName, displayName: userName },
            challenge: random(),
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
            excludeCredentials: known.map(descriptor),
            authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
            attestation: 'none',
            timeout: LIMIT_MS,
            extensions: { prf: { eval: { first: salt } } },
          },
        })) as PublicKeyCredential | null
        if (!created) throw new PasskeyFailed('refused')
        const { prf } = created.getClientExtensionResults()
        const { getTransports } = created.response as AuthenticatorAttestationResponse
        const made = {
          credentialId: encode(created.rawId),
          prfSalt: base64urlnopad.encode(salt),
          transports: getTransports?.call(created.response) ?? [],
        }
        const output = outputOf(prf)
        if (output) return { ...made, output }
        // Many authenticators give the output only on a second request.
        if (prf?.enabled !== true) {
          forget(made.credentialId)
          throw new PasskeyFailed('unsupported')
        }
        return { ...made, ...(await ask([made])) }
      } catch (error) {
        throw failureOf(error)
      }
    },
    forget,
  }
}
