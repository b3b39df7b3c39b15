import { createReceivers, openReceiverTable } from '../src/approval/receivers.ts'
import type { Session } from '../src/interfaces.ts'
import { createWallet } from '../src/keys/createWallet.ts'
import { createInTurn } from '../src/keys/inTurn.ts'
import type { KeyDatabase } from '../src/keys/keyDatabase.ts'
import { createPasskeys } from '../src/keys/passkey/createPasskeys.ts'
import type { Table } from '../src/storage/openTables.ts'
import { createFakePasskeys, type FakePasskeys } from './fakePasskeys.ts'
import { type FakeStores, SETTINGS } from './fakeStores.ts'

export const newSession = (more: Partial<Session> = {}): Session => ({
  subject: crypto.randomUUID(),
  provider: 'email',
  email: 'ada@mail.example',
  userName: null,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  ...more,
})

function createMemoryTable<Value>(beforeWrite: () => void): Table<Value> {
  const rows = new Map<string, Value>()
  return {
    get: async (subject) => rows.get(subject),
    async set(subject, value) {
      beforeWrite()
      rows.set(subject, value)
    },
    async remove(subject) {
      rows.delete(subject)
    },
    async clear() {
      rows.clear()
    },
  }
}

/**
 * One browser on one site: pages come and go, while the stored data remain.
 * @param passkeys the passkeys that its owner carries; none by default
 */
export function createFakeDevice(
  stores: FakeStores,
  session: Session | undefined,
  passkeys: FakePasskeys = createFakePasskeys(),
) {
  let beforeWrite = () => {}
  const database = (): KeyDatabase => ({
    shares: createMemoryTable(() => beforeWrite()),
    addresses: createMemoryTable(() => {}),
    emails: createMemoryTable(() => {}),
  })
  let kept = database()
  const receivers = createReceivers(openReceiverTable({}))
  let current = session
  let signedInAt = stores.now()
  let key = crypto.randomUUID()
  const inTurn = createInTurn(undefined)
  const troubles: unknown[] = []
  let keepIdentity = async () => {}

  return {
    troubles,
    session: () => current,
    /** Sets what the login service does to cancel a deletion. */
    onKeep(work: typeof keepIdentity) {
      keepIdentity = work
    },
    /** The stored data. */
    database: () => kept,
    /** The receivers that wallets on this device have paid. */
    receivers,
    /** Opens another page in this browser. */
    openPage: () =>
      createWallet({
        settings: SETTINGS,
        sessions: {
          current: async () => current,
          ask: (path, schema, requests) => passkeys.ask(current?.subject, path, schema, requests),
          headersFor: async () => ({ authorization: `DPoP ${current?.subject} ${signedInAt}`, dpop: key }),
          async keepIdentity() {
            await keepIdentity()
            if (current) current = { ...current, isBeingDeleted: false }
          },
          async storesTold(sinceMs) {
            if (current?.keepDueSinceMs === sinceMs) current = { ...current, keepDueSinceMs: undefined }
          },
        },
        fetch: stores.fetch,
        database: kept,
        receivers,
        inTurn,
        passkeys: createPasskeys({
          ask: (path, schema, requests) => passkeys.ask(current?.subject, path, schema, requests),
          authenticator: passkeys.authenticator,
          now: stores.now,
        }),
        now: stores.now,
        onTrouble: (error) => troubles.push(error),
      }),
    signIn(as: Session | undefined) {
      current = as
      signedInAt = stores.now()
    },
    /** Replaces the frame's key, as after the browser's data were deleted. */
    changeKey() {
      key = crypto.randomUUID()
    },
    lose() {
      kept = database()
    },
    beforeWrite(hear: () => void) {
      beforeWrite = hear
    },
  }
}
export type FakeDevice = ReturnType<typeof createFakeDevice>
