import type { Kept, Table } from './kept.ts'
import { DEVELOPMENT_ADDRESSES, DEVELOPMENT_KEYS } from './knownSecrets.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const oneOf = (texts: readonly string[]) => new RegExp(texts.map(escaped).join('|'), 'i')

/** BIP-173 with exact length and alphabet: encrypted or hashed data often begins with `bc1` by chance. */
const SEGWIT = '\\b(?:bc|tb|bcrt)1(?:[02-9ac-hj-np-z]{39}|[02-9ac-hj-np-z]{59})(?![a-z0-9])'

/** Texts that may occur only where `ALLOWED` says so. The first match names the kind. */
const KINDS = {
  'the key of a development wallet': oneOf(DEVELOPMENT_KEYS),
  'a mnemonic': /\b(?:test ){3}|\bmnemonic\b/i,
  'a token': /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  'a header that lets someone in': /\bauthorization["']?\s*[:=]|\bbearer\s+[\w.~+/=-]{12,}/i,
  'the key of a pairing': /\bsymKey\b|\bwc:[0-9a-f]{64}@/i,
  'a signature': /(?<![0-9a-f])(?:0x)?[0-9a-f]{128,130}(?![0-9a-f])|(?<!\w)[1-9A-HJ-NP-Za-km-z]{86,88}(?!\w)/i,
  '32 bytes that may be a key': /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i,
  'an e-mail address': /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/i,
  'the address of an account': new RegExp(
    `0x[0-9a-f]{40}(?![0-9a-f])|${SEGWIT}|${DEVELOPMENT_ADDRESSES.map(escaped).join('|')}`,
    'i',
  ),
  'the address of a machine': /(?<![\d.])(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/,
} as const
type Kind = keyof typeof KINDS

const EMAIL = KINDS['an e-mail address']
/** Six isolated digits, not part of a time, a port or an id. */
const CODE = /(?<![\w.:-])\d{6}(?![\w.:-])/

type Row = Table['rows'][number]

interface Allowance {
  /** `table.column` */
  readonly at: string
  readonly kind: Kind
  readonly reason: string
  /** Limits the allowance to some rows. */
  readonly when?: (row: Row, tables: readonly Table[]) => boolean
}

const keepsAddresses = ({ project_id }: Row, tables: readonly Table[]) =>
  tables
    .find(({ name }) => name === 'projects')
    ?.rows.some(({ id, are_addresses_kept }) => id === project_id && are_addresses_kept === 'true') ?? false

/** A signature alone in a column is shorter than any sealed share. */
const LONGEST_SIGNATURE = 132
const isSealedShare = ({ sealed }: Row) => (sealed?.length ?? 0) > LONGEST_SIGNATURE

const ADDRESS = 'the address of an account'
const BYTES = '32 bytes that may be a key'

/** All data stored about visitors. A new row here is a privacy decision. */
const ALLOWED: readonly Allowance[] = [
  { at: 'names.address', kind: ADDRESS, reason: 'the register says whose a name is' },
  { at: 'auth_accounts.address', kind: ADDRESS, reason: 'anyone who signs in has an account here' },
  { at: 'auth_accounts.address_key', kind: ADDRESS, reason: 'the same, in the spelling that is looked for' },
  { at: 'auth_emails.email', kind: 'an e-mail address', reason: 'its owner has confirmed it for this account' },
  { at: 'auth_otps.email', kind: 'an e-mail address', reason: 'a code was sent there; deleted when it is over' },
  { at: 'auth_otps.code_hash', kind: BYTES, reason: 'the keyed hash of a code' },
  { at: 'auth_mail_counts.key', kind: BYTES, reason: 'the keyed hash of an e-mail address' },
  { at: 'login_identities.email', kind: 'an e-mail address', reason: 'its owner signs in with it' },
  {
    at: 'login_identities.identity',
    kind: 'an e-mail address',
    reason: 'the same, in the spelling that is looked for',
  },
  { at: 'login_attempts.email', kind: 'an e-mail address', reason: 'a code was sent there; deleted when it is over' },
  { at: 'login_attempts.new_email', kind: 'an e-mail address', reason: 'likewise' },
  ...[
    'login_attempts.secret_hash',
    'login_attempts.code_hash',
    'login_social_attempts.secret_hash',
    'login_social_attempts.state_hash',
    'login_farcaster_attempts.secret_hash',
    'login_sessions.token_hash',
    'login_sessions.previous_hash',
  ].map((at) => ({ at, kind: BYTES, reason: 'the hash of what lets someone in' }) as const),
  {
    at: 'login_passkeys.sealed_share',
    kind: 'a signature',
    reason: 'encrypted, by a passkey that we never see; by chance, a part of it looks like one',
  },
  {
    at: 'shares.sealed',
    kind: 'a signature',
    reason: 'encrypted; by chance, a part of one row in four hundred looks like one',
    when: isSealedShare,
  },
  {
    at: 'login_passkeys.credential_id',
    kind: 'a signature',
    reason: 'an authenticator chooses its ids, and their length',
  },
  {
    at: 'analytics_accounts.address',
    kind: ADDRESS,
    reason: 'the operator of this project has said so',
    when: keepsAddresses,
  },
  { at: 'relay-messages.json.id', kind: BYTES, reason: 'the hash of a message that is encrypted' },
  { at: 'relay-messages.json.topic', kind: BYTES, reason: 'the name of a mailbox: both sides know its key, we do not' },
  {
    at: 'relay-messages.json.message',
    kind: 'a signature',
    reason: 'encrypted; by chance, a part of it looks like one',
  },
]

/** The kinds of secrets in a text. */
const kindsIn = (text: string): Kind[] => (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].test(text))

const SEARCHED_ONCE: readonly Kind[] = ['the key of a development wallet', 'the key of a pairing']

/** A known key is not reported a second time as 32 bytes that might be a key. */
function told(kinds: readonly Kind[]) {
  const isKnown = kinds.some((kind) => SEARCHED_ONCE.includes(kind))
  return kinds.filter((kind) => !(isKnown && kind === BYTES))
}

function inTable({ name, rows }: Table, tables: readonly Table[], secrets: RegExp | undefined): string[] {
  return rows.flatMap((row, index) => {
    const where = (column: string) => `${name}.${column}, row ${index + 1}`
    const cells = Object.entries(row).flatMap(([column, text]) => (text === null ? [] : [{ column, text }]))
    const found = cells.flatMap(({ column, text }) => {
      const isAllowed = (kind: Kind) =>
        ALLOWED.some((one) => one.at === `${name}.${column}` && one.kind === kind && (one.when?.(row, tables) ?? true))
      return [
        ...told(kindsIn(text).filter((kind) => !isAllowed(kind))).map((kind) => `${where(column)}: ${kind}`),
        ...(secrets?.test(text) ? [`${where(column)}: a secret of the operator`] : []),
      ]
    })
    const code = cells.some(({ text }) => EMAIL.test(text)) && cells.find(({ text }) => CODE.test(text))
    return code ? [...found, `${where(code.column)}: a code beside an e-mail address`] : found
  })
}

function inLine(line: string, where: string, secrets: RegExp | undefined): string[] {
  return [
    ...told(kindsIn(line)).map((kind) => `${where}: ${kind}`),
    ...(secrets?.test(line) ? [`${where}: a secret of the operator`] : []),
    ...(EMAIL.test(line) && CODE.test(line) ? [`${where}: a code beside an e-mail address`] : []),
  ]
}

/**
 * Kinds that are never written, not even for a moment. Files have so many bytes that other kinds occur in them by
 * chance.
 */
const NEVER_WRITTEN: readonly Kind[] = ['the key of a development wallet', 'a token']

/**
 * Finds secrets where they must not be. Returns one sentence for each place, without the secret itself.
 * @param secrets secrets of this operator: admin tokens, the session secret
 */
export function findSecrets({ logs, tables, files, shareKeys }: Kept, secrets: readonly string[] = []): string[] {
  const ofOperator = [...secrets, ...shareKeys]
  const own = ofOperator.length > 0 ? oneOf(ofOperator) : undefined
  const inLogs = logs.flatMap(({ name, lines }) =>
    lines.flatMap((line, index) => inLine(line, `${name}, line ${index + 1}`, own)),
  )
  const inFiles = files.flatMap(({ name, bytes }) => [
    ...NEVER_WRITTEN.filter((kind) => KINDS[kind].test(bytes)).map((kind) => `the file ${name}: ${kind}`),
    ...(own?.test(bytes) ? [`the file ${name}: a secret of the operator`] : []),
  ])
  return [...inLogs, ...tables.flatMap((table) => inTable(table, tables, own)), ...inFiles]
}
