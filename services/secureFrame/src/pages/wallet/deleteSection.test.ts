/** @jest-environment jsdom */
import { Refused } from '../../messages/channel.ts'
import { showDelete } from './deleteSection.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { sections } from './showWallet.ts'
import { showSignOut } from './signOutSection.ts'
import { t } from './texts.ts'

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

afterEach(() => document.body.replaceChildren())

/** The section; `did` lists what it does, in order. */
function open(show: typeof showDelete, addresses: object | null = {}) {
  const place = document.createElement('section')
  document.body.append(place)
  const did: unknown[] = []
  const failing = new Map<string, Error>()
  const step = async (name: string, ...more: unknown[]) => {
    did.push([name, ...more])
    const error = failing.get(name)
    if (error) throw error
  }
  const life = new AbortController()
  const opened = {
    session: { subject: 'ada', provider: 'email', email: 'ada@mail.example' },
    addresses: addresses ?? undefined,
    sessions: { ask: (path: string, _: unknown, { body }: { body: unknown }) => step(path, body) },
    wallet: {
      renewShares: () => step('renew'),
      async delete(owner: Record<'begin' | 'finish', () => Promise<void>>) {
        await owner.begin()
        await step('shares')
        await owner.finish()
      },
    },
    signal: life.signal,
    close: (said: string) => did.push(['close', said]),
  } as unknown as OpenedWallet
  show(opened, place)
  const input = () => place.querySelector('input') as HTMLInputElement
  async function press(name: string) {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (!button) throw new Error(`There is no button "${name}".`)
    button.click()
    await settle()
  }
  const said = () => place.querySelector('[role=status]')?.textContent
  return { place, did, failing, life, input, press, said }
}

const OTHERS = ['/login/v1/session/end', { everywhere: true, keepThis: true }]
const PATH = '/login/v1/identity/delete'
const [BEGIN, FINISH] = ['begin', 'finish'].map((step) => [PATH, { subject: 'ada', step }])
const DONE = ['close', t('delete.done', { days: 7 })]

describe('deleting the wallet', () => {
  test.each(['', 'delet', 'delete it', 'yes'])('typing %j instead of the word deletes nothing', async (typed) => {
    const { did, input, press, said } = open(showDelete)
    await press('Delete this wallet')
    input().value = typed
    await press('Delete it')
    expect([did, said()]).toEqual([[], t('delete.typeFirst', { word: t('delete.word') })])
    expect(document.activeElement).toBe(input())
  })

  test('the login service begins the deletion, the shares are deleted, the service finishes, and the wallet is closed', async () => {
    const { did, input, press } = open(showDelete)
    await press('Delete this wallet')
    input().value = ' DELETE '
    await press('Delete it')
    expect(did).toEqual([BEGIN, ['shares'], FINISH, DONE])
  })

  test('after a failure the page says what to do, and the button retries', async () => {
    const { did, failing, input, press, said } = open(showDelete)
    await press('Delete this wallet')
    input().value = t('delete.word')
    failing.set(PATH, new Refused('internal'))
    await press('Delete it')
    expect(said()).toContain('Delete again to finish')
    failing.clear()
    did.length = 0
    await press('Delete it')
    expect(did).toEqual([BEGIN, ['shares'], FINISH, DONE])
  })

  test('before and after the deletion, the page says how long the wallet can be restored', async () => {
    const { did, input, press, place } = open(showDelete)
    expect(place.textContent).toContain('Sign in within 7 days to restore the wallet')
    await press('Delete this wallet')
    expect(place.textContent).toContain('After 7 days, this can’t be undone')
    input().value = t('delete.word')
    await press('Delete it')
    expect(String(did.at(-1))).toContain('To get it back, sign in with the same account within 7 days')
  })

  test('a visitor who cancels keeps the wallet', async () => {
    const { did, place, press } = open(showDelete)
    await press('Delete this wallet')
    await press('Keep it')
    expect([did, place.querySelector('input')]).toEqual([[], null])
  })
})

describe('signing out everywhere', () => {
  test('ends the sessions first, and then renews the shares', async () => {
    const { did, press, said } = open(showSignOut)
    await press('Sign out everywhere')
    expect([did, said()]).toEqual([[OTHERS, ['renew']], t('signOut.done')])
  })

  test('says that signing out is not finished if the link has not been followed', async () => {
    const { failing, press, said } = open(showSignOut)
    failing.set('renew', new Refused('deviceRefused'))
    await press('Sign out everywhere')
    expect(said()).toContain(t('failure.deviceRefused'))
    expect(said()).toContain('This isn’t finished')
  })

  test('ends the sessions even if the wallet cannot be opened, and says what is left to do', async () => {
    expect(sections.filter(({ worksClosed }) => worksClosed).map(({ show }) => show)).toContain(showSignOut)
    const { did, press, said } = open(showSignOut, null)
    await press('Sign out everywhere')
    expect([did, said()]).toEqual([[OTHERS], t('signOut.ended')])
  })

  test('reports nothing on a page that has been closed in the meantime', async () => {
    const { failing, life, press, said } = open(showSignOut)
    failing.set('renew', new Error('aborted'))
    life.abort()
    await press('Sign out everywhere')
    expect(said()).not.toContain('This isn’t finished')
  })
})
