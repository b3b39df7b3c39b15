import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { parse } from 'valibot'
import { expectAnswer, soundRequest, startEndpoints } from '../../services/testing/askEndpoints'
import { type Endpoint, endpoints, SECURE_SITE_ORIGIN } from '../../services/testing/endpoints'

jest.setTimeout(60_000)

let services: Awaited<ReturnType<typeof startEndpoints>>

beforeAll(async () => {
  services = await startEndpoints()
})
afterAll(() => services?.close())

const all = Object.entries(endpoints)

test('this file covers every endpoint of the services, and no others', () => {
  expect([...services.routes].sort()).toEqual(Object.keys(endpoints).sort())
})

test.each(all.filter(([, { needsMore }]) => !needsMore))(
  '%s answers exactly as its schema says',
  async (route, endpoint) => {
    const request = soundRequest(route, endpoint, await services.addProject())
    await expectAnswer(endpoint, await services.send(route, request))
  },
)

/**
 * Endpoints for operators, endpoints with the same response for everyone, and those for names, orders and sign-ins,
 * which need a signature or an id instead.
 */
const WITHOUT_PROJECT =
  /\/(?:login\/v1\/(?!(?:codes|social\/start|farcaster\/start)$)|admin|metrics|healthz|readyz|relay|public|getWallets?|getWalletImage|onramp\/sandbox|payments\/sandbox|v1\/supported-chains)\b|POST \/v1\/profile/
/** Endpoints that tell a page whether it is allowed. */
const FOR_EVERY_PAGE = /\/(?:appkit\/v1\/config|projects\/v1\/origins|getAnalyticsConfig)$/

const ofProjects = all.filter(([route]) => !WITHOUT_PROJECT.test(route))

async function refusal(route: string, endpoint: Endpoint, projectId: string, headers = {}) {
  const sound = soundRequest(route, endpoint, projectId)
  const answer = await services.send(route, { ...sound, headers: { ...sound.headers, ...headers } })
  return `${answer.status} ${parse(ServiceErrorBody, await answer.json()).error.code}`
}

test.each(ofProjects)('%s: a site with a wrong project gets an error that says why', async (route, endpoint) => {
  expect(await refusal(route, endpoint, '')).toBe('401 project.missing')
  expect(await refusal(route, endpoint, 'YOUR_PROJECT_ID')).toBe('401 project.malformed')
  expect(await refusal(route, endpoint, 'f'.repeat(32))).toBe('404 project.unknown')
})

test.each(ofProjects.filter(([route]) => !FOR_EVERY_PAGE.test(route)))(
  '%s: a page that the project does not allow is refused',
  async (route, endpoint) => {
    const origin = { origin: 'https://thief.example' }
    expect(await refusal(route, endpoint, await services.addProject(), origin)).toBe('403 origin.notAllowed')
  },
)

/** The endpoints left out check the sign-in first. */
const withBody = all.filter(
  ([route, { body }]) => body !== undefined && !/account-metadata|login\/v1\/(?:email|assertions|passkeys)/.test(route),
)

test.each(withBody)('%s: a body that is not JSON or far too large is refused as such', async (route, endpoint) => {
  const refused = async (body: string) => {
    const sound = soundRequest(route, endpoint, await services.addProject())
    const answer = await services.send(route, { ...sound, body })
    return `${answer.status} ${parse(ServiceErrorBody, await answer.json()).error.code}`
  }
  expect(await refused('{"half')).toBe('422 request.notJson')
  expect(await refused(`"${'x'.repeat(1_100_000)}"`)).toBe('413 request.tooLarge')
})

test('every endpoint that costs its operator money requires a project', () => {
  expect(ofProjects.length).toBeGreaterThan(30)
})

describe('login', () => {
  const logins = all.filter(([route]) => route.includes(' /login/') && route !== 'GET /login/v1/keys')

  test.each(logins)('%s: is available to scripts of the secure site only', async (route, endpoint) => {
    const sound = soundRequest(route, endpoint, await services.addProject())
    const askedBy = async (origin?: string) => {
      const answer = await services.send(route, { ...sound, headers: origin === undefined ? {} : { origin } })
      const { error } = (await answer.json()) as { error?: { code: string } }
      return [error?.code, answer.headers.get('access-control-allow-origin')]
    }
    expect(await askedBy('https://shop.example')).toEqual(['origin.notAllowed', null])
    expect(await askedBy()).toEqual(['origin.missing', null])
    const [code, readableBy] = await askedBy(SECURE_SITE_ORIGIN)
    expect(readableBy).toBe(SECURE_SITE_ORIGIN)
    expect(code).not.toBe('origin.missing')
  })

  test.each([
    [SECURE_SITE_ORIGIN, SECURE_SITE_ORIGIN],
    ['https://shop.example', null],
  ])('a preflight from %s is answered correctly', async (origin, allowed) => {
    const answer = await fetch(`${services.url}/login/v1/session`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, allowed])
  })
})
