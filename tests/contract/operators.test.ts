import { createHash, createPublicKey, verify } from 'node:crypto'
import type { AdminProject, AuditPage } from '@portico/contracts/services/admin'
import type { ActionAnswer, Invitation, PendingActions, Role } from '@portico/contracts/services/operators'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import {
  CONSOLE_ORIGIN,
  inviteByToken,
  joinAsOperator,
  type TestOperator,
} from '../../services/testing/operatorVisitor'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices'

jest.setTimeout(60_000)

const OTHER_PROJECT = 'f'.repeat(32)
let services: RunningServices
const operators = {} as Record<Role | 'second', TestOperator>

const token = (method: string, path: string, body?: unknown) =>
  fetch(`${services.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKENS.all}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function invite(name: string, role: Role, projectId: string | null = null): Promise<TestOperator> {
  const answer = await inviteByToken(services.url, TOKENS.all, name, [{ projectId, role }])
  return joinAsOperator(services.url, (await answer.json()) as Invitation)
}

beforeAll(async () => {
  services = await runServices({ CONSOLE_ORIGIN })
  await token('POST', '/admin/v1/projects', { id: OTHER_PROJECT })
  operators.releaser = await invite('Rita', 'releaser')
  operators.viewer = await invite('Vera', 'viewer')
  operators.operator = await invite('Otto', 'operator')
}, 90_000)
afterAll(() => services?.stop())

async function outcome(answer: Response): Promise<string> {
  const body = (await answer.json()) as { status?: string; error?: { code: string } }
  return body.error ? `${answer.status} ${body.error.code}` : `${body.status}`
}

const readProject = async (id = PROJECT_ID) =>
  (await (await token('GET', `/admin/v1/projects/${id}`)).json()) as AdminProject
const stateOf = async (remoteId: string) => (await readProject()).remotes.find(({ id }) => id === remoteId)?.state
const audit = async (path = `projects/${PROJECT_ID}`) =>
  ((await (await token('GET', `/admin/v1/${path}/audit?limit=5`)).json()) as AuditPage).entries

async function prepared(operator: TestOperator, decision: object, more?: { reason: string }) {
  const answer = (await (await operator.propose(PROJECT_ID, decision, more)).json()) as ActionAnswer
  if (answer.status !== 'sign') throw new Error(JSON.stringify(answer))
  return answer
}

const KILL = { kind: 'kill', remoteId: 'receive' }
const BECAUSE = { reason: 'It is blank on phones' }

test('the last releaser of all projects stays one, and cannot demand the signature of a second one', async () => {
  const { id } = (await (await operators.releaser.call('GET', '/admin/v1/session')).json()) as { id: string }
  const { releaser } = operators
  expect(await outcome(await releaser.decide(null, { kind: 'remove', operatorId: id }))).toBe('409 operator.last')
  expect(await outcome(await releaser.decide(PROJECT_ID, { kind: 'signing', signing: 'two' }))).toBe(
    '409 operator.alone',
  )
  operators.second = await invite('Sam', 'releaser')
})

describe('roles', () => {
  const ON = { kind: 'toggle', remoteId: 'send', on: true }
  const OFF = { kind: 'toggle', remoteId: 'send', on: false }
  test.each([
    ['switch on', ON, 'operator'],
    ['switch off', OFF, 'operator'],
    ['kill', KILL, 'operator'],
    ['set a feature', { kind: 'feature', featureId: 'multi_wallet', on: true }, 'operator'],
    ['set analytics', { kind: 'analytics', isAnalyticsEnabled: true }, 'operator'],
    ['pin', { kind: 'release', remoteId: 'receive', version: '1.0.0' }, 'releaser'],
    ['roll out', { kind: 'release', remoteId: 'receive', rollout: 5 }, 'releaser'],
    ['list origins', { kind: 'origins', allowedOrigins: ['https://shop.example'] }, 'releaser'],
    ['restrict time zones', { kind: 'timeZones', restrictedTimeZones: [] }, 'releaser'],
    ['demand signatures', { kind: 'signing', signing: 'optional' }, 'releaser'],
  ])('who may %s', async (_, decision, least) => {
    const roles = ['viewer', 'operator', 'releaser'] as const
    for (const role of roles) {
      const may = roles.indexOf(role) >= roles.indexOf(least as Role)
      const answer = await outcome(await operators[role].decide(PROJECT_ID, decision, BECAUSE))
      expect([role, answer]).toEqual([role, may ? 'done' : '403 operator.role'])
    }
  })

  test('only a releaser of all projects invites operators, changes roles or removes operators', async () => {
    const local = await invite('Lola', 'releaser', PROJECT_ID)
    const grants = [{ projectId: null, role: 'viewer' }]
    const { operators: all } = (await (await token('GET', '/admin/v1/operators')).json()) as {
      operators: { id: string; name: string }[]
    }
    const operatorId = all.find(({ name }) => name === 'Lola')?.id
    for (const decision of [
      { kind: 'invite', name: 'Mallory', grants },
      { kind: 'roles', operatorId, grants },
      { kind: 'remove', operatorId },
    ]) {
      for (const operator of [local, operators.operator, operators.viewer]) {
        expect(await outcome(await operator.decide(null, decision))).toBe('403 operator.role')
      }
      expect(await outcome(await operators.releaser.decide(null, decision))).toBe('done')
    }
    expect(await outcome(await local.call('GET', '/admin/v1/session'))).toBe('401 operator.session')
    expect(await outcome(await operators.releaser.decide(null, { kind: 'remove', operatorId }))).toBe(
      '404 operator.unknown',
    )
    expect((await audit('operators')).map(({ action }) => action).slice(0, 3)).toEqual([
      'remove Lola',
      'make Lola viewer of all projects',
      'invite Mallory as viewer of all projects',
    ])
  })

  test('an operator of one project neither sees nor changes another', async () => {
    const local = await invite('Lars', 'releaser', OTHER_PROJECT)
    expect(await outcome(await local.decide(PROJECT_ID, KILL, BECAUSE))).toBe('403 operator.role')
    expect(await outcome(await local.call('GET', `/admin/v1/projects/${PROJECT_ID}`))).toBe('403 operator.role')
    expect(await outcome(await local.call('GET', `/admin/v1/projects/${PROJECT_ID}/actions`))).toBe('403 operator.role')
    const list = (await (await local.call('GET', '/admin/v1/projects')).json()) as { projects: { id: string }[] }
    expect(list.projects.map(({ id }) => id)).toEqual([OTHER_PROJECT])
    expect(await outcome(await local.decide(OTHER_PROJECT, KILL, BECAUSE))).toBe('done')
  })

  test('everyone adds a wallet of their own with a signature, and then signs in with it', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const { viewer } = operators
    const signIn = async (domain = 'localhost:4304') => {
      const { challenge } = (await (await viewer.call('POST', '/admin/v1/session/challenge')).json()) as {
        challenge: string
      }
      const message = createSiweMessage({
        address: account.address,
        chainId: 1,
        domain,
        nonce: challenge,
        uri: `http://${domain}`,
        version: '1',
      })
      const signature = await account.signMessage({ message })
      return viewer.call('POST', '/admin/v1/session/wallet', { message, signature }, { Cookie: '' })
    }
    expect(await outcome(await signIn())).toBe('401 operator.wallet')
    const mine = { kind: 'wallet', account: `eip155:1:${account.address}` }
    expect(await outcome(await viewer.decide(null, mine))).toBe('done')
    const opened = await signIn()
    expect(opened.status).toBe(204)
    const Cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const session = await viewer.call('GET', '/admin/v1/session', undefined, { Cookie })
    expect(await session.json()).toMatchObject({ name: 'Vera', method: 'wallet' })
    expect(await outcome(await signIn('elsewhere.example'))).toBe('400 auth.message')
  })
})

describe('a dangerous action', () => {
  test('takes effect only with the signature of the operator’s passkey', async () => {
    await operators.operator.decide(PROJECT_ID, { kind: 'toggle', remoteId: 'receive', on: true })
    const action = await prepared(operators.operator, KILL, BECAUSE)
    expect(action.challenge).toBe(createHash('sha256').update(action.text).digest('base64url'))
    expect(await stateOf('receive')).toBe('on')
    expect(await outcome(await operators.operator.sign(action))).toBe('done')
    expect(await stateOf('receive')).toBe('off')
  })

  test('stands in the audit trail with its reason and a signature that anybody can check', async () => {
    await operators.operator.decide(PROJECT_ID, { kind: 'toggle', remoteId: 'receive', on: true })
    await operators.operator.decide(PROJECT_ID, KILL, BECAUSE)
    const [row] = await audit()
    expect(row).toMatchObject({ actor: 'Otto', action: 'kill receive', reason: BECAUSE.reason })
    const [proof] = row?.signatures ?? []
    if (!proof) throw new Error('There is no signature.')
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    const client = JSON.parse(bytes(proof.clientDataJSON).toString('utf8')) as { challenge: string; origin: string }
    expect(client.challenge).toBe(createHash('sha256').update(proof.text).digest('base64url'))
    expect(client.origin).toBe(CONSOLE_ORIGIN)
    expect(proof.text).toContain('decision: {"kind":"kill","remoteId":"receive"}\nreason: It is blank on phones')
    const signed = Buffer.concat([
      bytes(proof.authenticatorData),
      createHash('sha256').update(bytes(proof.clientDataJSON)).digest(),
    ])
    const key = createPublicKey({ key: proof.publicKey, format: 'jwk' })
    expect(verify('sha256', signed, key, bytes(proof.signature))).toBe(true)
  })

  test('is refused with an assertion of another action, operator, page or person, and a second time', async () => {
    const { operator, releaser } = operators
    await operator.decide(PROJECT_ID, { kind: 'toggle', remoteId: 'receive', on: true })
    const action = await prepared(operator, KILL, BECAUSE)
    const other = await prepared(operator, { kind: 'toggle', remoteId: 'receive', on: false })
    const send = (assertion: object, by = operator) =>
      by.call('POST', `/admin/v1/operators/actions/${action.id}/sign`, { assertion })
    const { passkey } = operator
    const forged = passkey.assert(action.challenge) as { response: { signature: string } }
    const bytes = Buffer.from(forged.response.signature, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    for (const assertion of [
      passkey.assert(other.challenge),
      releaser.passkey.assert(action.challenge),
      passkey.assert(action.challenge, { origin: 'https://elsewhere.example' }),
      passkey.assert(action.challenge, { flags: 1 }),
      { ...forged, response: { ...forged.response, signature: bytes.toString('base64url') } },
    ]) {
      expect(await outcome(await send(assertion))).toBe('401 operator.passkey')
    }
    expect(await outcome(await send(passkey.assert(action.challenge), releaser))).toBe('409 action.over')
    expect(await stateOf('receive')).toBe('on')
    const good = passkey.assert(action.challenge)
    expect(await outcome(await send(good))).toBe('done')
    expect(await outcome(await send(good))).toBe('409 action.over')
    expect(
      await outcome(await operator.call('POST', '/admin/v1/operators/actions/nonsense/sign', { assertion: good })),
    ).toBe('409 action.over')
  })

  test('needs a reason if it is a kill, and a remote and a version that exist', async () => {
    const { releaser } = operators
    expect(await outcome(await releaser.propose(PROJECT_ID, KILL))).toBe('400 request.invalid')
    const gone = { kind: 'kill', remoteId: 'recieve' }
    expect(await outcome(await releaser.propose(PROJECT_ID, gone, BECAUSE))).toBe('404 remote.unknown')
    const twoLines = { reason: 'a\nproject: all' }
    expect(await outcome(await releaser.propose(PROJECT_ID, KILL, twoLines))).toBe('400 request.invalid')
    expect(await outcome(await releaser.propose('e'.repeat(32), KILL, BECAUSE))).toBe('404 project.unknown')
  })
})

describe('a stolen session', () => {
  test('cannot kill: it can neither use the token’s calls nor sign', async () => {
    const { cookie } = operators.releaser
    const stolen = (method: string, path: string, body?: unknown) =>
      operators.releaser.call(method, path, body, { Cookie: cookie })
    const project = `/admin/v1/projects/${PROJECT_ID}`
    expect(await outcome(await stolen('POST', `${project}/remotes/receive/kill`))).toBe('403 action.signatureNeeded')
    expect(await outcome(await stolen('PATCH', `${project}/remotes/receive/switch`, { rollout: 100 }))).toBe(
      '403 action.signatureNeeded',
    )
    const action = await prepared(operators.releaser, KILL, BECAUSE)
    const thief = operators.viewer.passkey.assert(action.challenge)
    expect(
      await outcome(await stolen('POST', `/admin/v1/operators/actions/${action.id}/sign`, { assertion: thief })),
    ).toBe('401 operator.passkey')
  })

  test('is of no use to pages of other origins, and cannot be read by scripts', async () => {
    for (const headers of [{ Origin: 'http://localhost:4300' }, { Origin: 'null' }]) {
      const answer = await operators.operator.call(
        'POST',
        `/admin/v1/projects/${PROJECT_ID}/actions`,
        { decision: { kind: 'feature', featureId: 'multi_wallet', on: true } },
        headers,
      )
      expect(await outcome(answer)).toBe('403 operator.origin')
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
    const read = await operators.operator.call('GET', '/admin/v1/session')
    expect(read.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const again = await operators.operator.call('POST', '/admin/v1/session/challenge')
    const { challenge } = (await again.json()) as { challenge: string }
    const assertion = operators.operator.passkey.assert(challenge)
    const signedIn = await operators.operator.call('POST', '/admin/v1/session/passkey', { assertion })
    expect(signedIn.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
    const replayed = await operators.operator.call('POST', '/admin/v1/session/passkey', { assertion })
    expect(await outcome(replayed)).toBe('401 operator.passkey')
  })

  test('ends when its operator signs out', async () => {
    const guest = await invite('Gus', 'viewer')
    expect((await guest.call('DELETE', '/admin/v1/session')).status).toBe(204)
    expect(await outcome(await guest.call('GET', '/admin/v1/session'))).toBe('401 operator.session')
  })
})

describe('an invitation', () => {
  test('works once', async () => {
    const answer = await inviteByToken(services.url, TOKENS.all, 'Ida', [{ projectId: null, role: 'viewer' }])
    const invitation = (await answer.json()) as Invitation
    expect(invitation.url).toMatch(/^http:\/\/localhost:4304\/#invitation=[\w-]{43}$/)
    await joinAsOperator(services.url, invitation)
    const secret = invitation.url.split('=')[1]
    const again = await operators.viewer.call('POST', '/admin/v1/session/invitation', { secret })
    expect(await outcome(again)).toBe('404 operator.invitation')
  })

  test('needs the scope "release"', async () => {
    const answer = await inviteByToken(services.url, TOKENS.toggle, 'Ivo', [{ projectId: null, role: 'viewer' }])
    expect(await outcome(answer)).toBe('403 token.scope')
  })
})

describe('where a project demands signatures', () => {
  const signing = (value: string) => ({ kind: 'signing', signing: value })
  beforeEach(async () => {
    expect(await outcome(await operators.releaser.decide(PROJECT_ID, signing('required')))).toBe('done')
  })
  afterEach(async () => {
    await operators.releaser.decide(PROJECT_ID, signing('optional'))
    for (const { id } of await pendingOf(operators.second)) {
      expect(await outcome(await operators.second.decide(null, { kind: 'approve', actionId: id }))).toBe('done')
    }
    expect((await readProject()).signing).toBe('optional')
  })

  async function pendingOf(operator: TestOperator) {
    const answer = await operator.call('GET', `/admin/v1/projects/${PROJECT_ID}/actions`)
    return ((await answer.json()) as PendingActions).actions
  }

  test('a stolen token can neither kill nor roll out, nor make itself an operator', async () => {
    const project = `/admin/v1/projects/${PROJECT_ID}`
    expect(await outcome(await token('POST', `${project}/remotes/receive/kill`))).toBe('403 action.signatureNeeded')
    expect(await outcome(await token('PATCH', `${project}/remotes/receive/switch`, { rollout: 1 }))).toBe(
      '403 action.signatureNeeded',
    )
    expect((await token('PUT', `${project}/remotes/receive/toggle`, { on: true })).status).toBe(200)
    const invited = await inviteByToken(services.url, TOKENS.all, 'Eve', [{ projectId: null, role: 'releaser' }])
    expect(await outcome(invited)).toBe('403 operator.tokenRefused')
  })

  test('two people: the first signature only proposes, and the second must be another operator’s', async () => {
    await operators.releaser.decide(PROJECT_ID, signing('two'))
    const { releaser, second, operator } = operators
    const rollout = { kind: 'release', remoteId: 'receive', rollout: 7 }
    expect(await outcome(await releaser.decide(PROJECT_ID, rollout))).toBe('pending')
    const rolloutOf = async () => (await readProject()).remotes.find(({ id }) => id === 'receive')?.switch.rollout
    expect(await rolloutOf()).not.toBe(7)
    const [pending] = await pendingOf(second)
    expect(pending).toMatchObject({ operator: 'Rita', action: 'set receive rollout=7', isOwn: false })
    const approve = { kind: 'approve', actionId: pending?.id }
    expect(await outcome(await releaser.decide(null, approve))).toBe('403 action.ownSecond')
    expect(await outcome(await operator.decide(null, approve))).toBe('403 operator.role')
    expect(await outcome(await second.decide(null, approve))).toBe('done')
    expect(await rolloutOf()).toBe(7)
    const [row] = await audit()
    expect(row).toMatchObject({ actor: 'Rita and Sam', action: 'set receive rollout=7' })
    expect(row?.signatures?.map((one) => one.operator)).toEqual(['Rita', 'Sam'])
    expect(row?.signatures?.[1]?.text).toContain(`> ${row?.signatures?.[0]?.text.split('\n')[4]}`)
    expect(await outcome(await second.decide(null, approve))).toBe('409 action.over')
  })

  test('two people: what the second refuses has no effect', async () => {
    await operators.releaser.decide(PROJECT_ID, signing('two'))
    await operators.releaser.decide(PROJECT_ID, { kind: 'toggle', remoteId: 'send', on: false })
    const [pending] = await pendingOf(operators.second)
    const path = `/admin/v1/operators/actions/${pending?.id}/refuse`
    expect((await operators.second.call('POST', path)).status).toBe(204)
    expect(await pendingOf(operators.second)).toEqual([])
    expect((await audit())[0]?.action).toBe('refuse: toggle send off')
  })

  test('two people: a kill does not wait, and operators are invited by two', async () => {
    await operators.releaser.decide(PROJECT_ID, signing('two'))
    await operators.operator.decide(PROJECT_ID, { kind: 'toggle', remoteId: 'send', on: true })
    expect(await outcome(await operators.operator.decide(PROJECT_ID, { ...KILL, remoteId: 'send' }, BECAUSE))).toBe(
      'done',
    )
    const grants = [{ projectId: null, role: 'releaser' }]
    expect(await outcome(await operators.releaser.decide(null, { kind: 'invite', name: 'Eve', grants }))).toBe(
      'pending',
    )
  })
})
