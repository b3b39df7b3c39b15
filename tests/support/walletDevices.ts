import 'fake-indexeddb/auto'
import type { OpenedSession } from '@portico/contracts/services/login'
import { SHARES_LINKS_CONFIRM_PATH } from '@portico/contracts/services/shares'
import { IDBFactory } from 'fake-indexeddb'
import type { Wallet } from '../../services/secureFrame/src/interfaces.ts'
import { createWallet, type OwnWallet } from '../../services/secureFrame/src/keys/createWallet.ts'
import { createInTurn } from '../../services/secureFrame/src/keys/inTurn.ts'
import { openKeyDatabase } from '../../services/secureFrame/src/keys/keyDatabase.ts'
import type { Authenticator } from '../../services/secureFrame/src/keys/passkey/authenticator.ts'
import { createPasskeys } from '../../services/secureFrame/src/keys/passkey/createPasskeys.ts'
import { newFrameSession } from '../../services/testing/frameSessions.ts'
import { type createVisitors, textOfMail } from '../../services/testing/loginVisitor.ts'
import type { MailServer } from '../../services/testing/mailServer.ts'
import { SECURE_SITE } from '../../services/testing/startLogin.ts'
import { until } from '../../services/testing/until.ts'

interface Servers {
  readonly visitors: ReturnType<typeof createVisitors>
  readonly mail: Pick<MailServer, 'inbox'>
  readonly loginUrl: string
  /** The stores' current URLs. */
  readonly stores: () => { readonly auth: string; readonly recovery: string }
  /** Replaces `fetch`, to observe the requests to the stores. */
  readonly fetch?: typeof fetch
}

type FrameSession = Awaited<ReturnType<typeof newFrameSession>>

/** The frame's keys on any number of devices, against real services. */
export function createWalletDevices({ visitors, mail, loginUrl, stores, fetch: request = fetch }: Servers) {
  const linksTo = (email: string): readonly string[] =>
    mail.inbox
      .filter(({ to }) => to.includes(email))
      .flatMap((one) => /#recovery=([\w-]{43})/.exec(textOfMail(one))?.[1] ?? [])

  async function newDevice(signIn: (sessions: FrameSession) => Promise<unknown>) {
    const sessions = await newFrameSession(visitors, SECURE_SITE)
    globalThis.indexedDB = new IDBFactory()
    const database = openKeyDatabase()
    await database.shares.get('')
    await signIn(sessions)
    const inTurn = createInTurn(undefined)
    return {
      sessions,
      database,
      openPage: (authenticator?: Authenticator): OwnWallet =>
        createWallet({
          settings: { services: loginUrl, shares: { ...stores() }, bundlers: {}, isDevelopment: true },
          sessions,
          fetch: request,
          database,
          inTurn,
          ...(authenticator && {
            passkeys: createPasskeys({ ask: sessions.ask, now: Date.now, authenticator }),
          }),
        }),
    }
  }

  return {
    /** One browser, on one site, signed in. */
    newDevice: (email: string) => newDevice((sessions) => sessions.signIn(email)),

    /** One browser, on one site, signed in another way. @param open opens a session for the key with this thumbprint */
    newDeviceBy: (open: (keyThumbprint: string) => Promise<OpenedSession>) =>
      newDevice((sessions) => sessions.signInBy(open)),

    /** The tokens of all links that the recovery store has mailed to an address, the newest last. */
    linksTo,

    /** The mailbox's owner opens the newest link that this wait triggers. */
    async confirm(wallet: Pick<Wallet, 'waitForDevice'>, email: string): Promise<void> {
      const before = linksTo(email).length
      let isOver = false
      const waiting = wallet.waitForDevice(new AbortController().signal).finally(() => {
        isOver = true
      })
      waiting.catch(() => {})
      await until(() => linksTo(email).length > before || isOver)
      const token = linksTo(email).at(-1)
      await fetch(`${stores().recovery}${SHARES_LINKS_CONFIRM_PATH}`, {
        method: 'POST',
        headers: { origin: SECURE_SITE },
        body: JSON.stringify({ token }),
      })
      await waiting
    },
  }
}

export type WalletDevices = ReturnType<typeof createWalletDevices>
export type Device = Awaited<ReturnType<WalletDevices['newDevice']>>
