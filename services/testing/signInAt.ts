const TRIPS_MAX = 8

/** A visitor's choice on a provider's page. */
export type Choice = Readonly<Record<string, string>>

/** Follows a provider's pages like a browser, up to the return page. */
export async function signInAt(
  url: string,
  backUri: string,
  choice: Choice,
): Promise<Readonly<Record<string, string>>> {
  const jar = new Map<string, string>()
  let at = url
  let request: RequestInit = {}
  for (let trip = 0; trip < TRIPS_MAX; trip += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { ...request, redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    request = {}
    if (location !== null) {
      const next = new URL(location, at)
      if (next.href.startsWith(backUri)) return Object.fromEntries(next.searchParams)
      at = next.href
      continue
    }
    if (answer.status !== 200)
      throw new Error(`${new URL(at).pathname} answered ${answer.status}: ${text.slice(0, 200)}`)
    if (text.includes(`action="${backUri}"`)) {
      const inputs = text.matchAll(/name="([^"]*)" value="([^"]*)"/g)
      return Object.fromEntries(
        [...inputs].map(([, name = '', value = '']) => [
          name,
          value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
        ]),
      )
    }
    request = { method: 'POST', body: new URLSearchParams(choice) }
  }
  throw new Error('The provider does not come to an end.')
}
