import { setTimeout as wait } from 'node:timers/promises'

const PAGE = 40

/**
 * Answers `/getWallets` of a page in the place of the services, with so many wallets that nobody has.
 * @param {import('./browser.mjs').Session} session
 * @param {number} count
 * @param {number} latencyMs what the browser's own slow network does not add to an answer that comes from here
 */
export async function standInDirectory(session, count, latencyMs) {
  const all = Array.from({ length: count }, (_, index) => ({
    id: index.toString(16).padStart(64, '0'),
    name: `Wallet ${index}`,
    order: index,
    homepage: `https://wallet${index}.example/`,
  }))
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const query = new URL(request.url).searchParams
    const [page, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? PAGE)]
    const text = query.get('search')?.toLowerCase() ?? ''
    const found = all.filter(({ name }) => name.toLowerCase().includes(text))
    const data = found.slice((page - 1) * entries, page * entries)
    await wait(latencyMs)
    await session
      .send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Access-Control-Allow-Origin', value: '*' },
        ],
        body: Buffer.from(JSON.stringify({ data, count: found.length })).toString('base64'),
      })
      .catch(() => {}) // The page has gone.
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/getWallets?*' }] })
}
