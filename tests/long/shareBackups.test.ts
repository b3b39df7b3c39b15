import { createHash, randomUUID } from 'node:crypto'
import {
  LOGIN_IDENTITY_DELETE_PATH,
  LOGIN_SESSION_ROTATE_PATH,
  LoginRotateAnswer,
  SHARE_STORES,
  type ShareStore,
} from '@portico/contracts/services/login'
import { parse, unknown } from 'valibot'
import type { OwnWallet } from '../../services/secureFrame/src/keys/createWallet.ts'
import { ED25519_PATHS, SECP256K1_PATHS, withKeys } from '../../services/secureFrame/src/keys/deriveKeys.ts'
import type { Authenticator } from '../../services/secureFrame/src/keys/passkey/authenticator.ts'
import { openSealedShare, sealingKey } from '../../services/secureFrame/src/keys/passkey/sealedShare.ts'
import { readShare, type Share } from '../../services/secureFrame/src/keys/shareText.ts'
import { joinShares, SharesDoNotFit } from '../../services/secureFrame/src/keys/splitSeed.ts'
import { masterSeedOf } from '../../services/secureFrame/src/keys/words.ts'
import { takeKeys } from '../../services/secureFrame/src/pages/wallet/exportedKeys.ts'
import { createFakePasskeys } from '../../services/secureFrame/testing/fakePasskeys.ts'
import { openDatabase } from '../../services/src/database/openDatabase.ts'
import { createLog } from '../../services/src/log.ts'
import type { LoginSchema } from '../../services/src/login/schema.ts'
import { createKeyRing, parseKeys } from '../../services/src/shares/keyRing.ts'
import { openShareDatabase } from '../../services/src/shares/openShareDatabase.ts'
import { textOfMail } from '../../services/testing/loginVisitor.ts'
import { type Known, searchFor } from '../secrets/searchBytes.ts'
import { type Backup, type Kept, restoreBackup, takeBackup } from '../secrets/takeBackup.ts'
import { type Operators, PARTS, type Part, startOperators } from '../support/walletOperators.ts'

/**
 * Visitors sign up, return on another device, add a passkey, export their keys, renew their shares, change their
 * address and delete their wallet. The login service and both stores are backed up as operators would do it, and the
 * backups are searched for secrets that they must not contain. With `PORTICO_TEST_DATABASE_URL` the databases are on
 * that server.
 */

jest.setTimeout(240_000)

const log = createLog('error', () => {})
const utf8 = (text: string) => new Uint8Array(Buffer.from(text))
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const never = new AbortController().signal

let operators: Operators
const backUpAll = async (name: string, isLast = false) =>
  Object.fromEntries(
    await Promise.all(PARTS.map(async (part) => [part, await operators.backUp(part, name, isLast)])),
  ) as Record<Part, Backup>
/** Backups made before shares were renewed and a wallet was deleted, and backups made after that. */
let earlier: Record<Part, Backup>
let later: Record<Part, Backup>
/** A backup of the login service before its first visitor. */
let empty: Backup
/** The seeds of all wallets, in hexadecimal. */
const seeds = new Set<string>()
/** Exported wallets. */
const exported: string[] = []
/** Passkey outputs. */
const outputs: Uint8Array[] = []
const emails: string[] = []
/** All secrets that no backup may contain. */
let known: readonly Known[]
const subjects: string[] = []

/** An authenticator that records its outputs. */
function overheard({ ask, make, ...others }: Authenticator): Authenticator {
  const hear = <Answer extends { readonly output: Uint8Array }>(answer: Answer): Answer => {
    outputs.push(answer.output.slice())
    return answer
  }
  return { ...others, ask: async (known) => hear(await ask(known)), make: async (wanted) => hear(await make(wanted)) }
}

const readSeed = (wallet: OwnWallet) => wallet.withSeed(async (seed) => seeds.add(Buffer.from(seed).toString('hex')))

/** Signs up on the first device. @returns its keys and data */
async function signUp() {
  const { visitors, devices } = operators
  const email = visitors.newEmail()
  emails.push(email)
  const device = await devices.newDevice(email)
  await readSeed(device.openPage())
  const subject = (await device.sessions.current())?.subject ?? ''
  subjects.push(subject)
  return { email, device, subject }
}

beforeAll(async () => {
  operators = await startOperators()
  const { visitors, devices } = operators
  empty = await operators.backUp('login', 'empty')
  const ada = await signUp()
  const second = await devices.newDevice(ada.email)
  await devices.confirm(second.openPage(), ada.email)
  await readSeed(second.openPage())
  const grace = await signUp()
  earlier = await backUpAll('earlier')

  const page = second.openPage(overheard(createFakePasskeys().authenticator))
  await page.passkeys.add('Laptop', [])
  const taken = await takeKeys({ wallet: page } as Parameters<typeof takeKeys>[0])
  exported.push(...taken.keys.map((key) => key.read()))
  await page.renewShares(never)
  await readSeed(page)

  // Both addresses get codes, one of them after a wrong attempt, and a session gets a renewed token.
  const { token, session } = await visitors.signedIn(grace.email)
  expect(session.subject).toBe(grace.subject)
  const rotated = parse(LoginRotateAnswer, (await visitors.ask(LOGIN_SESSION_ROTATE_PATH, { token })).answer)
  const fresh = rotated.token
  const next = visitors.newEmail()
  emails.push(next)
  const { attempt } = await visitors.startChange(fresh, next)
  const primary = visitors.codeIn(visitors.lastMail().text)
  await visitors.checkChange(fresh, attempt, visitors.wrong(primary))
  await visitors.checkChange(fresh, attempt, primary)
  await visitors.checkChange(fresh, attempt, visitors.codeIn(visitors.lastMail().text))

  const mary = await signUp()
  const last = await devices.newDevice(mary.email)
  await devices.confirm(last.openPage(), mary.email)
  const step = (name: 'begin' | 'finish') => async () => {
    const body = { subject: mary.subject, step: name }
    await last.sessions.ask(LOGIN_IDENTITY_DELETE_PATH, unknown(), { body })
  }
  await last.openPage().delete({ begin: step('begin'), finish: step('finish') }, never)

  // Leaves a code that was not typed yet.
  await visitors.untilCode()
  later = await backUpAll('later', true)
  known = await secrets()
})
afterAll(() => operators?.end())

/** Quoted values after one of these names, in all requests to the services and their responses. */
const saidAs = (...names: readonly string[]) => [
  ...new Set(
    operators.said.flatMap((text) =>
      [...text.matchAll(new RegExp(`"(?:${names.join('|')})":"([^"]+)"`, 'g'))].map(([, value = '']) => value),
    ),
  ),
]
const sharesSaid = () =>
  saidAs('share').flatMap((text) => {
    try {
      return [readShare(text)]
    } catch {
      return [] // the auth store's data of a wallet that is being made
    }
  })
const mails = () => operators.mail.inbox.map(textOfMail)
const codes = () => [...new Set(mails().flatMap((text) => /\b\d{6}\b/.exec(text) ?? []))]
const linkTokens = () => mails().flatMap((text) => /#recovery=([\w-]{43})/.exec(text)?.[1] ?? [])

/** A token that grants access, both as text and as the bytes that it encodes. */
const tokenOf = (name: string, text: string): readonly Known[] => [
  { name, bytes: utf8(text) },
  { name, bytes: fromBase64(text) },
]
const keysOfSeed = (seed: Uint8Array): Promise<readonly Known[]> =>
  withKeys(seed, (keys) => {
    const families = [
      ...Object.keys(SECP256K1_PATHS).map((family) => keys.secp256k1(family as keyof typeof SECP256K1_PATHS)),
      ...Object.keys(ED25519_PATHS).map((family) => keys.ed25519(family as keyof typeof ED25519_PATHS)),
    ]
    return families.map((key) => ({ name: 'a private key', bytes: key.slice() }))
  })

/** All secrets that no backup may contain, of every owner. */
async function secrets(): Promise<readonly Known[]> {
  const { keys, signingKey } = operators
  const { d = '' } = signingKey.privateKey.export({ format: 'jwk' })
  const ofSeeds = await Promise.all(
    [...seeds].map(async (hex) => {
      const seed = new Uint8Array(Buffer.from(hex, 'hex'))
      const made = [
        { name: 'a seed', bytes: seed },
        { name: 'what all keys come of', bytes: await masterSeedOf(seed) },
      ]
      return [...made, ...(await keysOfSeed(seed))]
    }),
  )
  return [
    ...ofSeeds.flat(),
    ...exported.map((text) => ({ name: 'an exported key', bytes: utf8(text) })),
    ...sharesSaid().map(({ points }) => ({ name: 'a share', bytes: points })),
    ...outputs.map((bytes) => ({ name: 'the answer of a passkey', bytes })),
    ...saidAs('token').flatMap((text) => tokenOf('a token', text)),
    ...saidAs('attempt').flatMap((text) => tokenOf('an attempt', text)),
    ...linkTokens().flatMap((text) => tokenOf('a mailed link', text)),
    ...saidAs('assertion').map((text) => ({ name: 'an assertion', bytes: fromBase64(text.split('.')[2] ?? '') })),
    // An unkeyed hash of six digits could be reversed by trying all codes.
    ...codes().map((code) => ({ name: 'a code', bytes: createHash('sha256').update(code).digest() })),
    ...SHARE_STORES.map((store) => ({
      name: 'the key of a store',
      bytes: fromBase64(keys[store].split(':')[1] ?? ''),
    })),
    { name: 'the key of login', bytes: fromBase64(d) },
    { name: 'the key of login', bytes: signingKey.hash },
  ]
}

/** Six isolated digits, not part of a number, a time or a hash. */
const sixDigits = ({ parts }: Backup) =>
  new Set(
    parts.flatMap(
      (part) =>
        Buffer.from(part)
          .toString('latin1')
          .match(/(?<![\w.:-])\d{6}(?!\d)/g) ?? [],
    ),
  )
/** Codes in a backup, without numbers that an empty database also contains. */
function codesIn(backup: Backup): readonly string[] {
  const [own, there] = [sixDigits(empty), sixDigits(backup)]
  return codes().filter((code) => there.has(code) && !own.has(code))
}

const found = (backup: Backup, search: ReturnType<typeof searchFor>) =>
  [...new Set(backup.parts.flatMap(search))].sort()

test('there are many secrets to search for', () => {
  const counts = new Map<string, number>()
  for (const { name } of known) counts.set(name, (counts.get(name) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toMatchObject({
    'a seed': 3,
    'a private key': 15,
    'an exported key': 3,
    'the answer of a passkey': expect.any(Number),
    'a code': codes().length,
  })
  expect(sharesSaid().length).toBeGreaterThanOrEqual(8)
  expect(codes().length).toBeGreaterThanOrEqual(8)
  expect(linkTokens().length).toBeGreaterThanOrEqual(2)
  expect(saidAs('token').length).toBeGreaterThanOrEqual(7)
})

/** The bytes of an id in a `uuid` column of Postgres. */
const bytesOf = (id: string) => new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'))

test.each(PARTS)(
  'a backup of the database of %s contains wallet ids, but no keys, shares, codes or tokens',
  async (part) => {
    const search = searchFor(known)
    const isThere = searchFor(subjects.flatMap((name) => [utf8(name), bytesOf(name)].map((bytes) => ({ name, bytes }))))
    for (const backup of [earlier, later]) {
      expect(found(backup[part], search)).toEqual([])
      expect(codesIn(backup[part])).toEqual([])
    }
    // The search itself works.
    expect(found(later[part], isThere)).toEqual([...subjects].sort())
  },
)

test.each(SHARE_STORES)(
  'a backup of the %s store contains no mail address, but the backup of login does',
  async (store) => {
    const search = searchFor(
      emails.flatMap((email) => [email, email.toLowerCase()].map((text) => ({ name: email, bytes: utf8(text) }))),
    )
    expect(found(later.login, search)).toEqual([...emails].sort())
    expect(found(earlier[store], search)).toEqual([])
    expect(found(later[store], search)).toEqual([])
  },
)

const optionsOf = (kept: Kept) =>
  'DATA_DIR' in kept ? { dataDir: kept.DATA_DIR } : { dataDir: '', databaseUrl: kept.DATABASE_URL }

test('the search would find shares in a backup, whatever form they are stored in', async () => {
  const kept = await restoreBackup(later.auth, operators.newFolder())
  const { db, close } = await openShareDatabase('auth', optionsOf(kept), log)
  const shares = [...new Set(saidAs('share'))].filter((text) => text.length > 60).slice(0, 3)
  const forms = [
    (text: string) => text,
    (text: string) => Buffer.from(text, 'base64url').toString('hex'),
    // The share is in the middle of a longer text.
    (text: string) => Buffer.concat([Buffer.from('a'), Buffer.from(text, 'base64url')]).toString('base64'),
  ]
  const planted = shares.map((text, index) => ({ text, sealed: forms[index]?.(text) ?? '' }))
  await db
    .insertInto('shares')
    .values(
      planted.map(({ sealed }) => ({
        subject: randomUUID(),
        state: 'current' as const,
        split_id: randomUUID(),
        key_id: 'k1',
        sealed,
        written_by: 'nobody',
        written_at: new Date(),
        deletes_at: null,
        kept_at: null,
      })),
    )
    .execute()
  await close()
  const backup = await takeBackup(kept, `${operators.newFolder()}/planted`)
  const search = searchFor(planted.map(({ text }) => ({ name: text, bytes: readShare(text).points })))
  expect(planted).toHaveLength(3)
  expect(found(backup, search)).toEqual([...shares].sort())
})

test('the search would find a token and a code in a backup of the login service', async () => {
  const kept = await restoreBackup(later.login, operators.newFolder())
  const { db, close } = await openDatabase(optionsOf(kept), log)
  const [token = ''] = saidAs('token')
  const own = sixDigits(empty)
  const code = codes().find((one) => !own.has(one)) ?? ''
  await db
    .withTables<LoginSchema>()
    .updateTable('login_identities')
    .set({ user_name: code, email: token })
    .where('subject_id', '=', subjects[0] ?? '')
    .execute()
  await close()
  const backup = await takeBackup(kept, `${operators.newFolder()}/planted`)
  expect(found(backup, searchFor(known))).toEqual(['a token'])
  expect(codesIn(backup)).toEqual([code])
})

async function rowsOf(store: ShareStore, backup: Backup) {
  const { db, close } = await openShareDatabase(
    store,
    optionsOf(await restoreBackup(backup, operators.newFolder())),
    log,
  )
  try {
    return await db.selectFrom('shares').selectAll().execute()
  } finally {
    await close()
  }
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

let rowsRead: Promise<readonly Row[]> | undefined
/** Every row of both stores, from every backup. */
function allRows(): Promise<readonly Row[]> {
  const read = async () => {
    const backups = [earlier, later].flatMap((backup) => SHARE_STORES.map((store) => ({ store, backup })))
    return (await Promise.all(backups.map(({ store, backup }) => rowsOf(store, backup[store])))).flat()
  }
  rowsRead ??= read()
  return rowsRead
}

/** Shares that these keys open, whichever store the row or the key belongs to. */
function sharesIn(rows: readonly Row[], keys: readonly string[]): readonly Share[] {
  const rings = keys.flatMap((key) => SHARE_STORES.map((store) => createKeyRing(parseKeys(key) ?? [], store)))
  return rows.flatMap(({ subject, split_id: splitId, key_id: keyId, sealed: text }) =>
    rings.flatMap((ring) => {
      try {
        const { share } = JSON.parse(ring.open({ keyId, text }, { subject, splitId })) as { readonly share: string }
        return [readShare(share)]
      } catch {
        return []
      }
    }),
  )
}

/** The seeds that result from combining any two of the shares. */
async function seedsOf(shares: readonly Share[]): Promise<readonly string[]> {
  const joined = new Set<string>()
  for (const [index, one] of shares.entries()) {
    for (const other of shares.slice(index + 1)) {
      try {
        joined.add(Buffer.from(await joinShares(one, other)).toString('hex'))
      } catch (error) {
        if (!(error instanceof SharesDoNotFit)) throw error
      }
    }
  }
  return [...joined].sort()
}

test.each(SHARE_STORES)(
  'with the key of the %s store, all backups reveal only one share of each wallet, and so no wallet',
  async (store) => {
    const shares = sharesIn(await allRows(), [operators.keys[store]])
    // At least the splits of three wallets, and one more from the renewal.
    expect(new Set(shares.map(({ splitId }) => splitId)).size).toBeGreaterThanOrEqual(4)
    expect(await seedsOf(shares)).toEqual([])
  },
)

test("the login service's database does not help either: no store key opens data that a passkey has sealed", async () => {
  const { db, close } = await openDatabase(optionsOf(await restoreBackup(later.login, operators.newFolder())), log)
  const sealed = await db.withTables<LoginSchema>().selectFrom('login_passkeys').selectAll().execute()
  await close()
  expect(sealed).toHaveLength(1)
  const opened = async (output: Uint8Array) => {
    const key = await sealingKey(output.slice() as Uint8Array<ArrayBuffer>)
    return Promise.all(
      sealed.map(({ subject_id: subject, credential_id: credentialId, split_id: splitId, sealed_share: text }) =>
        openSealedShare(key, { subject, splitId, credentialId }, text).catch(() => undefined),
      ),
    )
  }
  for (const store of SHARE_STORES) {
    expect(await opened(fromBase64(operators.keys[store].split(':')[1] ?? ''))).toEqual([undefined])
  }
  // The passkey's own output opens the data.
  expect(await opened(outputs[0] ?? new Uint8Array(32))).toEqual([expect.anything()])
})

test('only with the keys of both stores do the same backups open every wallet, the deleted one as well', async () => {
  const rows = await allRows()
  expect(sharesIn(rows, [])).toEqual([])
  expect(
    await seedsOf(
      sharesIn(
        rows,
        SHARE_STORES.map((store) => operators.keys[store]),
      ),
    ),
  ).toEqual([...seeds].sort())
})
