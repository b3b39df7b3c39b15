import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeReleaseIndex } from '../build/releaseIndex.mjs'
import { LOCAL_PROJECT_ID } from '../local.mjs'
import { remotesInConnect } from '../remotes.mjs'
import { listenLocally, serveFiles } from '../serve.mjs'
import { filesOfLogin, heaviestLanguage } from '../size.mjs'
import { BROTLI_QUALITY, bundlePorticoPage, porticoHtml } from './pages.mjs'

/**
 * @typedef {'on' | 'off'} Login
 *
 * @typedef {object} Deployment
 * @property {string} host its origin: the host, its remotes, and the services' answers
 * @property {string} secureSite
 * @property {readonly string[]} askedOfSecureSite the paths of all requests, in order
 * @property {string} indexFile the served release index: the build's own, signed for this origin
 * @property {Readonly<Record<Login, string>>} configs files served as a project's configuration
 * @property {string} heaviest the language with the largest messages before the list; English, the most common, is
 *   in the shell
 * @property {(url: string) => boolean} isOfLogin whether a request is for what draws login: the shell's chunk for it, or
 *   the messages of its remotes
 * @property {(login: Login, locale: string) => string} page URL of a page that fetches nothing before the press
 * @property {() => Promise<void>} close
 */

/** The feature that enables login. */
const FEATURE = 'social_login'

/**
 * Serves the build from one origin as in docs/guides/self-hosting.md, with its own signed index and, as the services'
 * answers, the files that `npm run size` weighs. Everything is compressed as in production, so that traffic can be
 * compared with the weighed sizes. No services or chains run.
 * @param {{ folder: string, dist: string, answers: string }} options `folder` is empty and for this deployment only;
 *   `answers` has `config.json`, with e-mail and social login on, and `wallets.json`
 * @returns {Promise<Deployment>}
 */
export async function startDeployment({ folder, dist, answers }) {
  const deployed = join(folder, 'deployed')
  const pages = join(folder, 'pages')
  for (const made of [deployed, pages]) mkdirSync(made)
  for (const name of readdirSync(join(dist, 'host'))) symlinkSync(join(dist, 'host', name), join(deployed, name))
  symlinkSync(join(dist, 'remotes'), join(deployed, 'remotes'))

  const withLogin = join(answers, 'config.json')
  const withoutLogin = join(folder, 'withoutLogin.json')
  /** @type {{ features: { id: string }[] }} */
  const config = JSON.parse(readFileSync(withLogin, 'utf8'))
  const features = config.features.map((feature) =>
    feature.id === FEATURE ? { ...feature, isEnabled: false, config: [] } : feature,
  )
  writeFileSync(withoutLogin, JSON.stringify({ ...config, features }, undefined, 2))

  const wallets = join(answers, 'wallets.json')
  const host = await serveFiles({
    root: deployed,
    port: 0,
    replaced: {
      '/on/appkit/v1/config': withLogin,
      '/off/appkit/v1/config': withoutLogin,
      '/on/getWallets': wallets,
      '/off/getWallets': wallets,
    },
    brotliQuality: BROTLI_QUALITY,
  })
  // The build's index is signed for another origin.
  const indexFile = join(deployed, 'release-index.txt')
  rmSync(indexFile)
  writeReleaseIndex({ dist, to: indexFile, deployment: { audience: [host.url] } })
  /** @type {string[]} */
  const askedOfSecureSite = []
  const secureSite = await listenLocally(0, ({ url = '' }, response) => {
    askedOfSecureSite.push(url)
    response.writeHead(404).end()
  })

  await bundlePorticoPage(pages)
  for (const login of ['on', 'off']) {
    mkdirSync(join(pages, login))
    const api = `${host.url}/${login}`
    const settings = {
      projectId: LOCAL_PROJECT_ID,
      endpoints: { host: host.url, api, rpc: api, analytics: api, secureSite: secureSite.url },
      // The chain receives no requests before a wallet is connected.
      chains: [{ id: 31337, name: 'Portico Local', rpcUrl: api }],
    }
    writeFileSync(join(pages, login, 'index.html'), porticoHtml(settings))
  }
  const site = await serveFiles({ root: pages, port: 0, brotliQuality: BROTLI_QUALITY })
  const loginFile = basename(filesOfLogin(dist)[0] ?? '')
  const wordsOfLogin = new RegExp(`/remotes/(${remotesInConnect(dist).join('|')})/[^/]+/messages/`)
  return {
    host: host.url,
    secureSite: secureSite.url,
    askedOfSecureSite,
    indexFile,
    configs: { on: withLogin, off: withoutLogin },
    heaviest: heaviestLanguage(dist),
    isOfLogin: (url) => url.endsWith(`/${loginFile}`) || wordsOfLogin.test(url),
    page: (login, locale) => `${site.url}/${login}/?${new URLSearchParams({ prefetch: 'none', locale })}`,
    close: async () => void (await Promise.all([host.close(), secureSite.close(), site.close()])),
  }
}
