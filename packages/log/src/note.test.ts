import { codeOf, signer } from '../testing/index.ts'
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignedAt } from './cosignature.ts'
import { generateKey, logKeyText, readSigner, witnessKeyText } from './node/index.ts'
import { formatNote, formatVerifierKey, isSignedBy, keyIdOf, parseNote, parseVerifierKey } from './note.ts'

/** The example of C2SP signed-note. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

/** A checkpoint of another log that a public witness has cosigned. */
const LIVE = `markovianprotocol.com/log
9266
QnwPzJywq5AyOk9k1zLqfryh6Ktw1CnaaKplELApoxw=

— markovianprotocol.com/log AwLGyIvuxLXZM101mKdNCPTsl9GgtiG/wzbd8cGru0pGnWVMXI06twIsEIZho7n8id+w2EO0BZCalxuEm6BauQGNmgo=
— witness.navigli.sunlight.geomys.org o+AP4gAAAABqwX+So8evhUsltetL+QnwUxEYMNrD25pJYOTFHwDCopbgQMl2AEh583AxfFNMDZzE73rdjK62tUN8oUBfd9p6usq+BA==
`
const LIVE_LOG = 'markovianprotocol.com/log+0302c6c8+ATkpOWo95UuEiW2EhNZAol4f0CS8hMluJfPcTSzrr03v'
const LIVE_WITNESS = 'witness.navigli.sunlight.geomys.org+a3e00fe2+BNy/co4C1Hn1p+INwJrfUlgz7W55dSZReusH/GhUhJ/G'

test('the example of the specification is accepted, and no other text', async () => {
  const key = parseVerifierKey(EXAMPLE_KEY)
  expect(formatVerifierKey(key)).toBe(EXAMPLE_KEY)
  expect(await isSignedBy(parseNote(EXAMPLE), key)).toBe(true)
  expect(await isSignedBy(parseNote(EXAMPLE.replace('message.', 'message!')), key)).toBe(false)
  expect(formatNote(parseNote(EXAMPLE))).toBe(EXAMPLE)
})

test('a checkpoint of the public witness network is accepted, with its cosignature', async () => {
  const { size, note } = await openCheckpoint(LIVE, parseVerifierKey(LIVE_LOG))
  expect(size).toBe(9266)
  const witness = parseVerifierKey(LIVE_WITNESS)
  expect(await cosignedAt(note, witness)).toBe(0x6ac17f92)
  expect(await cosignedAt(parseNote(LIVE.replace('\n9266\n', '\n9267\n')), witness)).toBeUndefined()
  expect(await cosignedAt(parseNote(EXAMPLE), witness)).toBeUndefined()
})

test('a signature of a key that is not known is ignored, also under a known name', async () => {
  const other = readSigner(generateKey(signer.logKey.name))
  const text = `${signer.logKey.name}\n1\nQnwPzJywq5AyOk9k1zLqfryh6Ktw1CnaaKplELApoxw=\n`
  const forged = formatNote({ text, signatures: [other.sign(text)] })
  expect(await codeOf(openCheckpoint(forged, signer.logKey))).toBe('log.signature')
  const both = formatNote({ text, signatures: [other.sign(text), signer.sign(text)] })
  expect((await openCheckpoint(both, signer.logKey)).size).toBe(1)
  // The same name and id, but another signature.
  const stolen = { ...other.sign(text), keyId: keyIdOf(signer.logKey) }
  const wrong = formatNote({ text, signatures: [signer.sign(text), stolen] })
  expect(await codeOf(openCheckpoint(wrong, signer.logKey))).toBe('log.signature')
})

test('a checkpoint of another log is refused, even if the key is the same', async () => {
  const text = 'example.com/other\n1\nQnwPzJywq5AyOk9k1zLqfryh6Ktw1CnaaKplELApoxw=\n'
  const note = formatNote({ text, signatures: [signer.sign(text)] })
  expect(await codeOf(openCheckpoint(note, signer.logKey))).toBe('log.signature')
})

test.each([
  ['nothing', ''],
  ['a page of another server', '<!doctype html>\n\n<p>Not found</p>\n'],
  ['a note without signatures', 'log\n1\nQnwPzJywq5AyOk9k1zLqfryh6Ktw1CnaaKplELApoxw=\n'],
  ['a leading zero', LIVE.replace('\n9266\n', '\n09266\n')],
  ['a size that is no number', LIVE.replace('\n9266\n', '\n-1\n')],
  ['a size that no number can hold', LIVE.replace('\n9266\n', '\n99999999999999999999\n')],
  ['a root that is too short', LIVE.replace('QnwPzJywq5AyOk9k1zLqfryh6Ktw1CnaaKplELApoxw=', 'QnwP')],
  ['a tab', LIVE.replace('9266', '9266\t')],
  ['a signature that is not base64', LIVE.replace('AwLGyIvu', '!!!!')],
])('a checkpoint with %s is refused as unreadable', async (_, text) => {
  expect(await codeOf(() => parseCheckpoint(text))).toBe('log.malformed')
})

test('bytes that are not UTF-8 are refused as unreadable', async () => {
  expect(await codeOf(() => parseNote(Uint8Array.of(0xff, 10, 10, 10)))).toBe('log.malformed')
})

test.each([
  ['', EXAMPLE_KEY.replace('530d903a', '530d903b'), 'an id of another key'],
  ['', 'example.com/foo', 'only a name'],
  ['', `${EXAMPLE_KEY.slice(0, -4)}AA==`, 'too few bytes'],
  ['', LIVE_LOG.replace('+ATkp', '+Ajkp'), 'an algorithm that is not Ed25519'],
])('a public key%s is refused: %s (%s)', async (_, text) => {
  expect(await codeOf(() => parseVerifierKey(text))).toBe('log.keyInvalid')
})

test('a private key that cannot be used is refused, and not shown', async () => {
  const key = generateKey('wallet.example/log')
  expect(logKeyText(readSigner(`${key}\n`))).toMatch(/^wallet\.example\/log\+[0-9a-f]{8}\+A/)
  expect(witnessKeyText(readSigner(key))).toMatch(/^wallet\.example\/log\+[0-9a-f]{8}\+B/)
  const broken = key.slice(0, -6)
  expect(await codeOf(() => readSigner(broken))).toBe('log.keyInvalid')
  expect(() => readSigner(broken)).not.toThrow(broken.slice(-30))
  expect(await codeOf(() => generateKey('two words'))).toBe('log.keyInvalid')
})
