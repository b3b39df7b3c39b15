import { setTimeout as wait } from 'node:timers/promises'

const PAGE = 40

/**
 * Answers a page's `/getWallets` instead of the services, with this many made-up wallets.
 * @param {import('./browser.mjs').Session} session @param {number} count
 * @param {number} latencyMs added here, because the browser's slow network does not apply to these answers
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
      .catch(() => {}) // The page is gone.
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/getWallets?*' }] })
}
