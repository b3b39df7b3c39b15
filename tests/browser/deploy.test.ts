import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Copy, copyRepository } from '../support/copyRepository.ts'
import { hashesOf, INDEX_URL, RECEIVE_VERSION, restoreDeployment } from './support/deployment.ts'
import { closeModal, openWithConfig, receiveButton, receiveView, remotesOf, toggleReceive } from './support/features.ts'
import { project, release, stack } from './support/stack.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

/** The feature team's next version, built from a separate check-out. */
const NEXT = RECEIVE_VERSION.replace(/\d+$/, (patch) => String(Number(patch) + 1))
const OLD_HINT = 'Copy your address or scan this QR code'
const NEW_HINT = 'Let anyone who pays you scan this'

let copy: Copy
let before: Map<string, string>

beforeAll(async () => {
  await toggleReceive(true)
  before = hashesOf(stack.dist)
  copy = copyRepository()
  const messages = join(copy.root, 'remotes/receive/messages/en.json')
  writeFileSync(messages, readFileSync(messages, 'utf8').replace(OLD_HINT, NEW_HINT))
  const build = ['scripts/build.mjs', '--only', 'receive', '--version', NEXT, '--out', stack.dist]
  execFileSync(process.execPath, build, { cwd: copy.root, stdio: 'pipe' })
}, 60_000)

afterAll(() => {
  copy?.remove()
  project('set', 'receive', 'version=', 'channel=', 'rollout=')
  restoreDeployment()
})
afterAll(closeBrowser)

const has = async (visitor: Visit, version: string) => {
  await visitor.page.waitForFunction(
    (wanted) =>
      window.portico?.getDiagnostics()?.remotes.some(({ id, version }) => id === 'receive' && version === wanted),
    version,
  )
}

/** Opens Receive and reads its version, checking that the code is really of that version. */
async function shownVersion(visitor: Visit): Promise<string | null> {
  await receiveButton(visitor).click()
  const hint = receiveView(visitor).getByText(OLD_HINT).or(receiveView(visitor).getByText(NEW_HINT))
  await hint.waitFor()
  const version = await receiveView(visitor).getAttribute('data-version')
  expect(await hint.textContent()).toBe(version === NEXT ? NEW_HINT : OLD_HINT)
  return version
}

test('building one remote alone adds its own files and changes no other file', () => {
  const after = hashesOf(stack.dist)
  for (const [path, hash] of before) expect([path, after.get(path)]).toEqual([path, hash])
  const added = [...after.keys()].filter((path) => !before.has(path))
  expect(added.length).toBeGreaterThan(3)
  expect(added.filter((path) => !path.startsWith(`remotes/receive/${NEXT}/`))).toEqual([])
})

test(
  'an open view of the old version keeps working, reopening shows the new version, and a rollback works',
  visiting({ prepare: (_, page) => page.clock.install() }, async (visitor) => {
    release({ channels: { receive: { stable: [RECEIVE_VERSION] } } })
    await visitor.connect()
    await openWithConfig(visitor)
    await has(visitor, RECEIVE_VERSION)
    expect(await shownVersion(visitor)).toBe(RECEIVE_VERSION)

    release()
    const asked = visitor.page.waitForResponse(INDEX_URL)
    await visitor.page.clock.fastForward(61_000)
    await (await asked).finished()
    await visitor.settled()
    expect(await remotesOf(visitor)).toMatchObject({ receive: `${RECEIVE_VERSION} ready` })
    // Code that is only loaded now still comes from the same version.
    await visitor.dialog.getByText('Works on 2 networks').click()
    await visitor.view('WalletCompatibleNetworks').getByRole('listitem').first().waitFor()
    expect(await visitor.view('WalletCompatibleNetworks').getAttribute('data-version')).toBe(RECEIVE_VERSION)

    await closeModal(visitor)
    await openWithConfig(visitor)
    await has(visitor, NEXT)
    expect(await shownVersion(visitor)).toBe(NEXT)

    await closeModal(visitor)
    release({ channels: { receive: { stable: [RECEIVE_VERSION] } } })
    await openWithConfig(visitor)
    await has(visitor, RECEIVE_VERSION)
    expect(await shownVersion(visitor)).toBe(RECEIVE_VERSION)
    expect(visitor.problems).toEqual([])
  }),
)

test.each([
  ['no setting: the newest version', ['set', 'receive', 'version=', 'rollout='], NEXT],
  ['a pinned version', ['pin', 'receive', RECEIVE_VERSION], RECEIVE_VERSION],
  ['a rollout of 0 %', ['set', 'receive', `version=${RECEIVE_VERSION}`, 'rollout=0'], NEXT],
  ['a rollout of 100 %', ['set', 'receive', `version=${RECEIVE_VERSION}`, 'rollout=100'], RECEIVE_VERSION],
])('what a visitor gets with %s', (_, command, version) =>
  visiting({}, async (visitor) => {
    release()
    project(...command)
    await visitor.connect()
    await openWithConfig(visitor)
    await has(visitor, version)
    expect(await shownVersion(visitor)).toBe(version)
  })(),
)

test(
  'a version that the index does not know counts as off, and is reported once',
  visiting({}, async (visitor) => {
    release()
    project('pin', 'receive', '7.7.7', '--force')
    await visitor.connect()
    for (const _ of ['one open', 'another']) {
      await openWithConfig(visitor)
      expect(await receiveButton(visitor).count()).toBe(0)
      await closeModal(visitor)
    }
    expect(visitor.console.filter((text) => text.includes('receive@7.7.7'))).toHaveLength(1)
  }),
)
