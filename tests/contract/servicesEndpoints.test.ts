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

test('every address of the services is looked at here, and none that there is not', () => {
  expect([...services.routes].sort()).toEqual(Object.keys(endpoints).sort())
})

test.each(all.filter(([, { needsMore }]) => !needsMore))(
  '%s answers what its schema says, and nothing else',
  async (route, endpoint) => {
    const request = soundRequest(route, endpoint, await services.addProject())
    await expectAnswer(endpoint, await services.send(route, request))
  },
)

/** Of operators, or the same for everybody; a name belongs to who has signed for it, an order and a sign-in to who knows of it. */
const WITHOUT_PROJECT =
  /\/(?:login\/v1\/(?!(?:codes|social\/start|farcaster\/start)$)|admin|metrics|healthz|readyz|relay|public|getWallets?|getWalletImage|onramp\/sandbox|payments\/sandbox|v1\/supported-chains)\b|POST \/v1\/profile/
/** By which a page finds out whether it may. */
const FOR_EVERY_PAGE = /\/(?:appkit\/v1\/config|projects\/v1\/origins|getAnalyticsConfig)$/

const ofProjects = all.filter(([route]) => !WITHOUT_PROJECT.test(route))

async function refusal(route: string, endpoint: Endpoint, projectId: string, headers = {}) {
  const sound = soundRequest(route, endpoint, projectId)
  const answer = await services.send(route, { ...sound, headers: { ...sound.headers, ...headers } })
  return `${answer.status} ${parse(ServiceErrorBody, await answer.json()).error.code}`
}

test.each(ofProjects)('%s: a site that mistakes its project learns what is wrong with it', async (route, endpoint) => {
  expect(await refusal(route, endpoint, '')).toBe('401 project.missing')
  expect(await refusal(route, endpoint, 'YOUR_PROJECT_ID')).toBe('401 project.malformed')
  expect(await refusal(route, endpoint, 'f'.repeat(32))).toBe('404 project.unknown')
})

test.each(ofProjects.filter(([route]) => !FOR_EVERY_PAGE.test(route)))(
  '%s: a page that the project does not allow is turned away',
  async (route, endpoint) => {
    const origin = { origin: 'https://thief.example' }
    expect(await refusal(route, endpoint, await services.addProject(), origin)).toBe('403 origin.notAllowed')
  },
)

/** Who is not signed in hears that first. */
const withBody = all.filter(
  ([route, { body }]) => body !== undefined && !/account-metadata|login\/v1\/(?:email|assertions|passkeys)/.test(route),
)

test.each(withBody)('%s: what is no JSON, or far too much of it, is refused as that', async (route, endpoint) => {
  const refused = async (body: string) => {
    const sound = soundRequest(route, endpoint, await services.addProject())
    const answer = await services.send(route, { ...sound, body })
    return `${answer.status} ${parse(ServiceErrorBody, await answer.json()).error.code}`
  }
  expect(await refused('{"half')).toBe('422 request.notJson')
  expect(await refused(`"${'x'.repeat(1_100_000)}"`)).toBe('413 request.tooLarge')
})

test('a project is asked for wherever something costs its operator', () => {
  expect(ofProjects.length).toBeGreaterThan(30)
})

describe('login', () => {
  const logins = all.filter(([route]) => route.includes(' /login/') && route !== 'GET /login/v1/keys')

  test.each(logins)('%s: is there for the scripts of the secure site, and for nobody else', async (route, endpoint) => {
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
  ])('a browser that asks for %s whether it may is told', async (origin, allowed) => {
    const answer = await fetch(`${services.url}/login/v1/session`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, allowed])
  })
})
