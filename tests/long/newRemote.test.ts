import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRemoteId } from '@portico/contracts'
import { isRemoteId as isId } from '@portico/remote/remoteId'
import { localPorts, localUrl } from '../../scripts/local.mjs'
import { remotesIn } from '../../scripts/remotes.mjs'
import { findFreeOffset } from '../../scripts/stack/ports.mjs'
import { visiting } from '../browser/support/visit.ts'
import { commandsOf, isPrinted, play } from '../support/playGuide.ts'

/**
 * A feature team's first days, in a copy of the project: a new remote, its development, and the commands of the team's
 * guide. The tests go on from one another.
 */
const root = join(import.meta.dirname, '../..')
const LEFT_OUT = ['.git', '.cache', '.portico', 'dist', 'node_modules', 'screens']
/** Packages of fixtures are large and not needed here. */
const isOurs = (path: string) => !/tests\/.*\/node_modules$/.test(path)
const LIMIT_MS = 240_000
const WITH_LINKS = { recursive: true, verbatimSymlinks: true }

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portico-new-remote-'))
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isOurs })
  }
  const packages = (name: string) => join('node_modules', name)
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    // Our own packages are links into the project; in the copy they must lead into the copy.
    if (name === '@portico') cpSync(join(root, packages(name)), join(copy, packages(name)), WITH_LINKS)
    else symlinkSync(join(root, packages(name)), join(copy, packages(name)))
  }
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The nested run must not look like part of this one. */
const ENVIRONMENT = { ...process.env, JEST_WORKER_ID: undefined, NODE_ENV: undefined }
const environmentOf = (offset: number) => ({ ...ENVIRONMENT, PORT_OFFSET: String(offset) })

function run(command: string, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, command), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: ENVIRONMENT,
  })
  return { status, text: stdout + stderr }
}

test(
  'starting a feature creates a well-formed folder: its tests pass, and it builds on its own',
  () => {
    expect(run('scripts/remote.mjs', 'new', 'accountSafety')).toMatchObject({ status: 0 })

    expect(run('node_modules/.bin/biome', 'check', 'remotes').text).toMatch(/No fixes applied/)
    expect(run('node_modules/.bin/tsc', '-p', '.')).toEqual({ status: 0, text: '' })
    expect(run('node_modules/.bin/jest', '--selectProjects', 'unit', '--', 'remotes/').text).toContain(' passed')
    expect(run('scripts/build.mjs', '--only', 'accountSafety', '--unsigned')).toMatchObject({ status: 0 })
    expect(existsSync(join(copy, 'dist/remotes/accountSafety/0.1.0/remoteEntry.js'))).toBe(true)
  },
  LIMIT_MS,
)

/** Runs `npm run remote -- dev`. */
async function develop(id: string, offset: number) {
  const child = spawn('npm', ['run', 'remote', '--', 'dev', id], {
    cwd: copy,
    // A terminal sends Ctrl-C to the whole group.
    detached: true,
    env: environmentOf(offset),
  })
  let text = ''
  // npm exits before the stack does, but the stack has inherited its output.
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  await new Promise<void>((up, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('Portico is up')) up()
      })
    }
    child.once('exit', () => fail(new Error(text)))
  })
  return {
    stop: async () => {
      process.kill(-Number(child.pid), 'SIGINT')
      await ended
    },
  }
}

/** Plays the guide's commands while the stack runs. @returns those that print something else, with what they print */
async function playGuide(offset: number): Promise<string[]> {
  const wrong: string[] = []
  const published = new Set<string>()
  for (const { command, output } of commandsOf('feature-team.md')) {
    // The guide publishes a version a second time after a change.
    if (published.has(command))
      appendFileSync(
        join(copy, 'remotes/receive/src/views/WalletReceive.css'),
        '\n.WalletReceive {\n  margin: 7px;\n}\n',
      )
    published.add(command)
    const isEndless = / -- dev /.test(command)
    const shifted = command.replace(/localhost:(\d+)/g, (_, port) => `localhost:${Number(port) + offset}`)
    const text = await play(shifted, environmentOf(offset), copy, isEndless ? /#portico-dev=\S+\n/ : undefined)
    const printed = text.replace(/localhost:(\d+)/g, (_, port) => `localhost:${Number(port) - offset}`)
    if (!isPrinted(printed, output)) wrong.push(`$ ${command}\n${printed}`)
  }
  return wrong
}

test(
  'a new feature shows in a running window, an edit shows in the open page, and the commands of the guide work',
  visiting({}, async (visitor) => {
    const offset = await findFreeOffset()
    const dev = await develop('accountSafety', offset)
    try {
      const { page } = visitor
      await page.goto(`${localUrl(localPorts(offset).playground)}/`)
      await visitor.connect()
      await visitor.openAccount()
      const row = page.getByTestId('wallet-features-accountSafety-button')
      await row.click()
      await page.getByText('0xf39F').last().waitFor()
      const messages = join(copy, 'remotes/accountSafety/messages/en.json')
      for (const word of ['Checked', 'Guarded by']) {
        // The page reloads by itself, and the visitor is still connected.
        const reloaded = page.waitForEvent('load')
        writeFileSync(messages, readFileSync(messages, 'utf8').replace(/"[^"]* \{address\}"/, `"${word} {address}"`))
        await reloaded
        await visitor.openAccount()
        await row.click()
        await page.getByText(`${word} 0xf39F`).waitFor()
      }
      expect(await playGuide(offset)).toEqual([])
    } finally {
      await dev.stop()
    }
    // Ctrl-C leaves nothing of the development behind.
    expect(readdirSync(join(copy, 'dist/remotes/accountSafety'))).toEqual(['0.1.0'])
    expect(existsSync(join(copy, `.portico/index-${offset}`))).toBe(false)
  }),
  LIMIT_MS,
)

test('an existing folder is not overwritten, and an id has to follow the rule', () => {
  const [id = ''] = remotesIn(copy)
  expect(run('scripts/remote.mjs', 'new', id)).toMatchObject({
    status: 1,
    text: `remotes/${id} is there already.\n`,
  })
  for (const wrong of ['', 'me', 'Games', 'my-games', 'a'.repeat(33), 'host', 'constructor', 'toString']) {
    expect([isRemoteId(wrong), isId(wrong)]).toEqual([false, false])
    expect(run('scripts/remote.mjs', 'new', wrong).text).toMatch(/^".*" is not an id: /)
  }
})
