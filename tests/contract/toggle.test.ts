import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteId } from '@portico/contracts'
import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import { ProjectConfig } from '@portico/contracts/services/projectConfig'
import { parse } from 'valibot'
import { isWanted, resolveFeatures } from '../../host/src/project/features.ts'
import { everyFeature } from '../../services/testing/everyFeature'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices'

let services: RunningServices

beforeAll(async () => {
  services = await runServices(everyFeature())
}, 60_000)
afterAll(() => services?.stop())

const PROJECT = `/admin/v1/projects/${PROJECT_ID}`

interface AdminView {
  remotes: { id: RemoteId; state: string; decidedBy: string }[]
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${services.url}${PROJECT}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKENS.all}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminView
}

const toggle = (id: RemoteId, on: boolean) => call('PUT', `/remotes/${id}/toggle`, { on })
const kill = (id: RemoteId) => call('POST', `/remotes/${id}/kill`)

async function readConfig() {
  const answer = await fetch(`${services.url}/appkit/v1/config?projectId=${PROJECT_ID}&st=appkit&sv=react-core-1.7.19`)
  return parse(ProjectConfig, await answer.json())
}

/** The configuration as the host reads it on a site without options of its own. */
async function readAsClient(): Promise<Record<RemoteId, boolean>> {
  const { features } = resolveFeatures(await readConfig(), {}, false)
  return Object.fromEntries(KNOWN_IDS.map((id) => [id, isWanted({ features }, id)])) as Record<RemoteId, boolean>
}

/** services.md §5: with pay on, e-mail and social login are off. No other remotes depend on each other. */
const switched = (before: Record<RemoteId, boolean>, id: RemoteId, on: boolean) => ({
  ...before,
  [id]: on,
  ...(id === 'pay' && { email: !on, socials: !on }),
})

async function readAudit() {
  const answer = await fetch(`${services.url}${PROJECT}/audit?limit=200`, {
    headers: { Authorization: `Bearer ${TOKENS.all}` },
  })
  return ((await answer.json()) as { entries: { action: string; from: object; to: object }[] }).entries
}

describe.each(KNOWN_IDS)('%s', (id) => {
  test('is off for the next visitor after "off" and on after "on", without changing the others', async () => {
    const before = await readAsClient()
    for (const on of [false, true, false, true]) {
      const { remotes } = await toggle(id, on)
      expect(remotes.find((remote) => remote.id === id)?.state).toBe(on ? 'on' : 'off')
      expect(await readAsClient()).toEqual(switched(before, id, on))
    }
  })

  test('stays off after a kill until it is switched on again', async () => {
    const before = await readAsClient()
    await toggle(id, true)
    const { remotes } = await kill(id)
    expect(remotes.find((remote) => remote.id === id)).toMatchObject({
      state: 'off',
      decidedBy: `remotes.${id}.enabled`,
    })
    expect(await readAsClient()).toEqual(switched(before, id, false))
    await toggle(id, true)
    expect(await readAsClient()).toEqual(switched(before, id, true))
  })

  test('every change adds one row to the audit trail; repeating the change adds none', async () => {
    await toggle(id, true)
    const before = await readAudit()
    await toggle(id, false)
    await toggle(id, false)
    await toggle(id, true)
    const after = await readAudit()
    const [on, off] = after
    expect(after.length - before.length).toBe(2)
    expect([off?.action, on?.action]).toEqual([`toggle ${id} off`, `toggle ${id} on`])
    expect(on?.from).toEqual(off?.to)
    expect(on?.to).toEqual(off?.from)
  })
})

test("e-mail and socials keep each other's entries, and e-mail is listed first again", async () => {
  const login = async () => (await readConfig()).features.find(({ id }) => id === 'social_login')
  const socials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
  await toggle('email', false)
  expect(await login()).toEqual({ id: 'social_login', isEnabled: true, config: socials })
  await toggle('socials', false)
  expect(await login()).toEqual({ id: 'social_login', isEnabled: false, config: [] })
  await toggle('email', true)
  expect(await login()).toEqual({ id: 'social_login', isEnabled: true, config: ['email'] })
  await toggle('socials', true)
  expect(await login()).toEqual({ id: 'social_login', isEnabled: true, config: ['email', ...socials] })
})

test('a feature that is off keeps its settings in the response', async () => {
  await toggle('swaps', false)
  const { features } = await readConfig()
  expect(features.find(({ id }) => id === 'swap')).toEqual({ id: 'swap', isEnabled: false, config: ['1inch'] })
  await toggle('swaps', true)
})

describe('npm run project', () => {
  let folder: string

  /** A copy, so that a developer's own token file is neither read nor needed. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-project-'))
    await mkdir(join(folder, 'scripts'))
    for (const file of ['project.mjs', 'local.mjs', 'remotes.mjs', 'verifyAction.mjs']) {
      await cp(join(import.meta.dirname, '../../scripts', file), join(folder, 'scripts', file))
    }
  })
  afterAll(() => rm(folder, { recursive: true }))

  interface Outcome {
    code: number
    stdout: string
    stderr: string
  }

  function project(args: string, environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const env = { PORTICO_SERVICES_URL: services.url, PORTICO_ADMIN_TOKEN: TOKENS.all, ...environment }
    return new Promise((resolve) => {
      const command = [join(folder, 'scripts/project.mjs'), ...args.split(' ').filter(Boolean)]
      execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      )
    })
  }

  test('toggle list shows the known remotes and who decides about each', async () => {
    await toggle('swaps', true)
    await kill('receive')
    const { code, stdout } = await project('toggle list')
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['remote', ...KNOWN_IDS])
    expect(lines).toContainEqual(expect.stringMatching(/^swaps +on +features\.swap$/))
    expect(lines).toContainEqual(expect.stringMatching(/^receive +off +remotes\.receive\.enabled$/))
    await toggle('receive', true)
  })

  test('toggle switches a remote for the sites', async () => {
    expect(await project('toggle activity off')).toEqual({
      code: 0,
      stdout: 'activity is off (features.activity); release: stable\n',
      stderr: '',
    })
    expect((await readAsClient()).activity).toBe(false)
    expect((await project('toggle activity on')).stdout).toContain('activity is on')
    expect((await readAsClient()).activity).toBe(true)
  })

  test("toggle site lets each site decide about a remote again, and removes the remote's entry", async () => {
    const receive = async () => (await readConfig()).remotes?.receive
    await project('toggle receive off')
    expect(await receive()).toEqual({ enabled: false })
    expect((await project('toggle receive site')).stdout).toContain('receive is left to each site')
    expect(await receive()).toBeUndefined()
    expect((await project('toggle swaps site')).stderr).toBe(
      'swaps cannot be set to "site": a site has no option for it.\n',
    )
    await project('toggle receive on')
  })

  test('time zones are set, or left to the modal', async () => {
    const own = 'The modal’s own list.\n'
    expect((await project('zones')).stdout).toBe(own)
    expect((await project('zones Asia/Shanghai Europe/Berlin')).stdout).toBe('Asia/Shanghai\nEurope/Berlin\n')
    expect((await project('zones none')).stdout).toBe('None: no time zone is restricted.\n')
    expect((await project('zones default')).stdout).toBe(own)
    expect((await project('zones here!')).stderr).toContain('must be a time zone')
  })

  test('origins are added and removed one by one', async () => {
    const listed = async () => {
      const answer = await fetch(`${services.url}/projects/v1/origins?projectId=${PROJECT_ID}`)
      return ((await answer.json()) as { allowedOrigins: string[] }).allowedOrigins
    }
    await project('origins add https://shop.example https://*.shop.example')
    expect(await listed()).toEqual(['https://shop.example', 'https://*.shop.example'])
    await project('origins add https://shop.example')
    expect((await project('origins remove https://shop.example')).stdout).toBe('https://*.shop.example\n')
    expect((await project('origins remove https://shop.example')).stderr).toContain('not in the list')
    expect((await project('origins add https://*')).stderr).toContain('must be an origin')
    expect(await listed()).toEqual(['https://*.shop.example'])
    await project('origins remove https://*.shop.example')
    expect((await project('origins')).stdout).toContain('None is listed')
  })

  test('audit shows who changed what, from what to what', async () => {
    await project('analytics on')
    const { stdout } = await project('audit 1')
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\dT\S+ {2}token [0-9a-f]{8} {2}turn analytics on\n {2}isAnalyticsEnabled: false → true\n$/,
    )
    await project('analytics off')
  })

  test('analytics shows the counts, and whether events may name the account', async () => {
    expect((await project('analytics on addresses')).stdout).toBe('Analytics are on, with addresses.\n')
    const event = {
      eventId: randomUUID(),
      url: 'http://localhost/',
      domain: 'localhost',
      timestamp: Date.now(),
      props: { type: 'track', event: 'MODAL_OPEN', properties: {} },
    }
    const query = `projectId=${PROJECT_ID}&st=appkit&sv=react-core-1.7.19`
    expect((await fetch(`${services.url}/e?${query}`, { method: 'POST', body: JSON.stringify(event) })).ok).toBe(true)
    let told = ''
    while (!told.includes('MODAL_OPEN')) told = (await project('analytics')).stdout
    expect(told).toMatch(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\n\nevent +count\nMODAL_OPEN +1\n/)
    expect((await project('analytics off no-addresses')).stdout).toBe('Analytics are off, with no addresses.\n')
  })

  test('a second project is created and listed, with its own decisions', async () => {
    const [id = ''] = (await project('create')).stdout.split(' ')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect((await project('projects')).stdout).toMatch(new RegExp(`${PROJECT_ID}[^]*${id}`))
    await project('toggle activity off', { PORTICO_PROJECT_ID: id })
    expect((await project('toggle list', { PORTICO_PROJECT_ID: id })).stdout).toMatch(/activity +off/)
    expect((await project('toggle list')).stdout).toMatch(/activity +on/)
    expect((await project(`create ${id}`)).stderr).toBe('A project with this id already exists.\n')
    expect((await project('create shop')).stderr).toContain('must be 32 lower-case hexadecimal characters')
  })

  test('set, rollout, pin and kill reach the sites, and list shows them', async () => {
    const onramp = async () => (await readConfig()).remotes?.onramp
    await project('set onramp channel=beta version=1.2.3 rollout=5')
    expect(await onramp()).toEqual({ channel: 'beta', version: '1.2.3', rollout: 5 })
    await project('rollout onramp 50')
    expect(await onramp()).toEqual({ channel: 'beta', version: '1.2.3', rollout: 50 })
    expect((await project('list')).stdout).toMatch(/onramp +on +features\.onramp +beta +1\.2\.3 +50 %/)
    await project('pin onramp 1.2.4')
    expect(await onramp()).toEqual({ channel: 'beta', version: '1.2.4' })
    expect((await project('kill onramp')).stdout).toContain('onramp is off (remotes.onramp.enabled)')
    expect(await onramp()).toEqual({ enabled: false, channel: 'beta', version: '1.2.4' })
    await project('set onramp channel= version=')
    await project('toggle onramp on')
    expect(await onramp()).toBeUndefined()
  })

  test('without a token in the environment, the token that npm start wrote is used', async () => {
    await mkdir(join(folder, '.portico'))
    await writeFile(join(folder, '.portico/admin-token'), `${TOKENS.all}\n`)
    expect((await project('toggle list', { PORTICO_ADMIN_TOKEN: '' })).code).toBe(0)
    await rm(join(folder, '.portico'), { recursive: true })
  })

  test.each([
    ['toggle wallets off', {}, 'There is no remote "wallets"; the remotes are email, socials,'],
    ['toggle swaps', {}, 'Say "toggle swaps on"'],
    ['set swaps', {}, 'Name at least one of channel=, version= and rollout=.'],
    ['set swaps url=https://elsewhere.example', {}, 'is none of channel=<name>'],
    ['set swaps version=latest', {}, 'version: must be like 1.2.3.'],
    ['rollout swaps 101', {}, 'A rollout is a whole number from 0 to 100, not "101".'],
    ['pin swaps', {}, 'Name the version: pin swaps <x.y.z>.'],
    ['origins drop', {}, 'Say "origins add <origin>…"'],
    ['analytics maybe', {}, 'Say "analytics on" or "analytics off"'],
    ['analytics on names', {}, 'and "addresses" or "no-addresses" behind it'],
    ['audit many', {}, 'The number of changes is from 1 to 200.'],
    ['explode', {}, 'There is no command "explode"; the commands are list, toggle,'],
    ['list', { PORTICO_ADMIN_TOKEN: '' }, 'There is no admin token'],
    ['list', { PORTICO_ADMIN_TOKEN: 'wrong' }, 'The services do not know this admin token'],
    ['toggle swaps on', { PORTICO_ADMIN_TOKEN: TOKENS.read }, 'This admin token has no scope "toggle".'],
    ['list', { PORTICO_PROJECT_ID: 'f'.repeat(32) }, 'No project has this projectId.'],
    ['list', { PORTICO_SERVICES_URL: 'http://localhost:1' }, 'The services do not answer at http://localhost:1;'],
  ])('"%s" with %j fails in one sentence', async (args, environment, sentence) => {
    const { code, stdout, stderr } = await project(args, environment)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(sentence)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
