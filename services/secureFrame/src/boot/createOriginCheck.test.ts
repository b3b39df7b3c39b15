import { createOriginCheck } from './createOriginCheck.ts'

const settings = { services: 'https://api.example', isDevelopment: false }

function check(answers: (() => Response | Promise<Response>)[], isDevelopment = false) {
  const requests: string[] = []
  const fetch = async (url: unknown) => {
    requests.push(String(url))
    const answer = answers[requests.length - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  }
  return {
    requests,
    isAllowed: createOriginCheck({ settings: { ...settings, isDevelopment }, projectId: 'p 1', fetch }),
  }
}

const names =
  (...allowedOrigins: string[]) =>
  () =>
    Response.json({ allowedOrigins })

test("origins on the project's list are allowed, and the list is fetched once", async () => {
  const { requests, isAllowed } = check([names('https://shop.example', 'https://*.shop.example')])
  expect(await isAllowed('https://shop.example')).toBe(true)
  expect(isAllowed('https://a.shop.example')).toBe(true)
  expect(isAllowed('https://a.b.shop.example')).toBe(false)
  expect(isAllowed('https://evil.example')).toBe(false)
  expect(requests).toEqual(['https://api.example/projects/v1/origins?projectId=p+1'])
})

test.each(['https://evil.vercel.app', 'https://evil.pages.dev', 'http://localhost:3000', 'null'])(
  '%s is refused, even if the modal accepts it',
  async (origin) => expect(await check([names('https://shop.example')]).isAllowed(origin)).toBe(false),
)

test('in development, pages of this machine are allowed at once', () => {
  const { isAllowed } = check([names()], true)
  expect([isAllowed('http://localhost:4300'), isAllowed('http://127.0.0.1:1')]).toEqual([true, true])
})

test('an unknown project allows no origin', async () => {
  const { isAllowed } = check([() => new Response('{}', { status: 404 })])
  expect(await isAllowed('https://shop.example')).toBe(false)
})

test('a list that failed to load is fetched again', async () => {
  const { requests, isAllowed } = check([
    () => new Response('{}', { status: 503 }),
    () => Response.json({ allowedOrigins: 'all' }),
    names('https://shop.example'),
  ])
  await expect(isAllowed('https://shop.example')).rejects.toThrow()
  await expect(isAllowed('https://shop.example')).rejects.toThrow()
  expect(await isAllowed('https://shop.example')).toBe(true)
  expect(requests).toHaveLength(3)
})
