import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, playgroundUrl, type Visit, visit } from '../browser/support/visit.ts'
import { type Copy, copyRepository } from '../support/copyRepository.ts'

/**
 * A team runs a remote that nobody has published in a deployed host's window. The stack is the deployed host, and knows
 * nothing of the remote; the team works in a copy of the project. The tests go on from one another.
 */
const LIMIT_MS = 240_000
const ID = 'accountSafety'
/** The nested runs must not look like part of this one. */
const ENVIRONMENT = { ...process.env, JEST_WORKER_ID: undefined, NODE_ENV: undefined }

let copy: Copy
let developer: Awaited<ReturnType<typeof develop>>
let visitor: Visit

/** Runs `npm run remote -- dev` against the stack, and waits for the first link. */
async function develop() {
  const options = ['--host', stack.urls.host, '--page', playgroundUrl()]
  const child = spawn('npm', ['run', 'remote', '--', 'dev', ID, ...options], {
    cwd: copy.root,
    // A terminal sends Ctrl-C to the whole group.
    detached: true,
    env: { ...ENVIRONMENT, PORT_OFFSET: String(stack.offset) },
  })
  let text = ''
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const linkIn = () => /^ {2}(http\S+)$/m.exec(text)?.[1]
  const link = await new Promise<string>((found, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const first = linkIn()
        if (first) found(first)
      })
    }
    void ended.then(() => fail(new Error(text)))
  })
  return {
    link,
    origin: `http://localhost:${4399 + stack.offset}`,
    text: () => text,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGINT')
      await ended
    },
  }
}

beforeAll(async () => {
  copy = copyRepository()
  cpSync(join(import.meta.dirname, '../../package-lock.json'), join(copy.root, 'package-lock.json'))
  const { stderr, status } = spawnSync(process.execPath, ['scripts/remote.mjs', 'new', ID], {
    cwd: copy.root,
    encoding: 'utf8',
    env: ENVIRONMENT,
  })
  expect([status, stderr]).toEqual([0, ''])
  developer = await develop()
  visitor = await visit()
  await visitor.connect()
}, LIMIT_MS)

afterAll(async () => {
  await visitor?.end()
  await developer?.stop()
  await closeBrowser()
  copy.remove()
}, LIMIT_MS)

const row = (one = visitor) => one.page.getByTestId(`wallet-features-${ID}-button`)
const bar = (one = visitor) => one.page.getByTestId('developer-bar')
const override = (one = visitor) => one.onPage((modal) => modal.getDiagnostics()?.override)
/** A link in an open tab only changes the fragment, so it is opened in a new page. */
const openLink = async (one: Visit, link: string) => {
  await one.page.goto('about:blank')
  await one.page.goto(link)
}

test('the command says which contract the host offers, and whether the remote fits', () => {
  expect(developer.text()).toMatch(
    /offers contract 2\.\d+\.\d+ \(shell [\d.]+\); accountSafety needs \^2\.\d+\.\d+: it fits\./,
  )
})

test(
  'without consent, nothing is requested from the computer and nothing runs',
  async () => {
    const before = visitor.requests.length
    await openLink(visitor, developer.link)
    await visitor.open()
    await visitor.view('DeveloperOverride').waitFor()
    expect(await visitor.page.getByTestId('developer-origin').textContent()).toBe(developer.origin)
    // A script of the page presses the button as soon as it can be pressed.
    const allow = visitor.page.getByTestId('developer-allow')
    await allow.and(visitor.page.locator(':enabled')).waitFor()
    await allow.evaluate((button: HTMLElement) => button.click())
    await visitor.settled()
    expect(await override()).toMatchObject({ id: ID, state: 'asked' })
    await visitor.page.getByTestId('developer-decline').click()
    await visitor.view('Account').waitFor()
    expect(await override()).toMatchObject({ id: ID, state: 'refused', error: 'override.declined' })
    expect(visitor.requests.slice(before).filter((url) => url.startsWith(developer.origin))).toEqual([])
    expect([await row().count(), await bar().count()]).toEqual([0, 0])
  },
  LIMIT_MS,
)

test(
  'a link that another page embeds, names another computer, or another build, is refused with the reason',
  async () => {
    const frame = `<iframe src="${developer.link}" style="width:900px;height:700px"></iframe>`
    await visitor.page.route('**/embedding', (route) => route.fulfill({ body: frame, contentType: 'text/html' }))
    await visitor.page.goto(`${playgroundUrl()}embedding`)
    const inner = visitor.page.frameLocator('iframe')
    await inner.locator('button[data-portico]').first().click()
    await inner.getByTestId('w3m-modal-card').waitFor()
    const framed = visitor.page.frames().find((one) => one.parentFrame())
    await framed?.waitForFunction(() => window.portico?.getDiagnostics()?.override?.error === 'override.framed')

    const elsewhere = developer.link.replace(developer.origin, 'https://evil.example')
    const otherBuild = developer.link.replace(/sha384-[^,]+/, `sha384-${'A'.repeat(64)}`)
    await openLink(visitor, elsewhere)
    await visitor.open()
    await visitor.page.waitForFunction(() => window.portico?.getDiagnostics()?.override?.error === 'override.invalid')
    await openLink(visitor, otherBuild)
    await visitor.open()
    await visitor.page.getByTestId('developer-allow').click()
    await visitor.page.waitForFunction(() => window.portico?.getDiagnostics()?.override?.error === 'override.changed')
    expect(await row().count()).toBe(0)
  },
  LIMIT_MS,
)

test(
  'after consent the remote runs, says so, follows an edit without a reload, and Stop brings back what is published',
  async () => {
    await openLink(visitor, developer.link)
    await visitor.open()
    await visitor.page.getByTestId('developer-allow').click()
    await bar().getByText(`This window runs ${ID} from ${developer.origin}`).waitFor()
    expect(await visitor.page.evaluate(() => location.hash)).toBe('')
    await row().click()
    await visitor.page.getByText('With account 0xf39F').waitFor()

    await visitor.page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    const messages = join(copy.root, 'remotes', ID, 'messages/en.json')
    writeFileSync(messages, readFileSync(messages, 'utf8').replace('With account {', 'Watched by {'))
    await visitor.page.getByText('Watched by 0xf39F').waitFor()
    expect(await visitor.page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    expect(await override()).toMatchObject({ id: ID, origin: developer.origin, state: 'running' })

    await visitor.page.reload()
    await visitor.openAccount()
    await row().waitFor()
    await bar().getByTestId('developer-stop').click()
    await row().waitFor({ state: 'detached' })
    expect([await bar().count(), (await override())?.state]).toEqual([0, 'stopped'])
    await visitor.page.reload()
    await visitor.openAccount()
    await visitor.settled()
    expect([await row().count(), await override()]).toEqual([0, undefined])
  },
  LIMIT_MS,
)

test(
  'Ctrl-C leaves nothing of the development behind',
  async () => {
    await developer.stop()
    expect(existsSync(join(copy.root, '.portico/developing', ID))).toBe(false)
    expect(existsSync(join(copy.root, 'dist'))).toBe(false)
  },
  LIMIT_MS,
)
