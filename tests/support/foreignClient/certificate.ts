import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  /** PEM */
  readonly key: string
  /** PEM */
  readonly cert: string
  /** SHA-256 of the public key, base64: a browser can be told to accept this certificate only. */
  readonly keyHash: string
}

const DAY_MS = 86_400_000

/** X.690 tags that a certificate uses. */
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_IDENTIFIER = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31
/** RFC 5280 §4.1: version and extensions of a certificate, and §4.2.1.6: a host name. */
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const DNS_NAME = 0x82

/** X.690 §8.1.3: up to 127 bytes the length is one byte; above, the first byte counts the length bytes. */
function lengthOf(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size)
  const bytes = size < 0x100 ? [size] : [size >> 8, size & 0xff]
  return Buffer.of(0x80 | bytes.length, ...bytes)
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

const utcTime = (ms: number) =>
  der(UTC_TIME, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = der(
  SEQUENCE,
  der(OBJECT_IDENTIFIER, Buffer.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)),
)
/** 2.5.4.3 */
const COMMON_NAME = der(OBJECT_IDENTIFIER, Buffer.of(0x55, 0x04, 0x03))
/** 2.5.29.17 */
const SUBJECT_ALT_NAME = der(OBJECT_IDENTIFIER, Buffer.of(0x55, 0x1d, 0x11))

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

/**
 * A self-signed certificate for `hosts` (RFC 5280), with its own key. It is valid for a day and kept in memory only.
 */
export function createCertificate(hosts: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const now = Date.now()
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from('A test')))))
  const names = der(SEQUENCE, ...hosts.map((host) => der(DNS_NAME, Buffer.from(host))))
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    // Positive, and without a leading zero.
    der(INTEGER, Buffer.of(1), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
    name,
    spki,
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTET_STRING, names)))),
  )
  const signature = sign('sha256', content, privateKey)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(der(SEQUENCE, content, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.of(0), signature))),
    keyHash: createHash('sha256').update(spki).digest('base64'),
  }
}
