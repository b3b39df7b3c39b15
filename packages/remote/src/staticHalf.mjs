import { resolve } from 'node:path'
import { build } from 'esbuild'
import { wrongSlots } from './checkSlots.mjs'
import { foreignKey } from './messages.mjs'
import { readIcon } from './readIcon.mjs'
import { runCommonJs } from './runCommonJs.mjs'

/**
 * The static half of a remote: what the host can draw without loading the remote. Bundles its `remote.ts` for Node
 * without any `import()`, evaluates it, and drops functions and state, and all messages except those that titles and
 * slots use; the others come with the remote's code.
 * @typedef {import('@portico/contracts/services/releaseIndex').StaticHalf} StaticHalf
 */

/** Libraries that a `remote.ts` may import, from where it is. None is needed to read its declarations. */
const SHARED = ['react', 'react-dom', 'react-redux', '@reduxjs/toolkit']

/**
 * Bundles a TypeScript file for Node without any `import()`, evaluates it and returns its exports.
 * @template T
 * @param {string} entry @returns {Promise<T>}
 */
export async function evaluate(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    loader: { '.css': 'empty' },
    external: SHARED,
    plugins: [
      {
        name: 'leave-views-out',
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          )
        },
      },
    ],
  })
  return runCommonJs(outputFiles?.[0]?.text ?? '', resolve(entry))
}

/** @param {string} entry @param {string} name @param {string} svg */
function iconOf(entry, name, svg) {
  try {
    return readIcon(svg)
  } catch (error) {
    throw new Error(`${entry}: the icon ${name} cannot be used: ${/** @type {Error} */ (error).message}`)
  }
}

/**
 * @param {string} entry path of `remote.ts`
 * @param {string} [id] to which all messages have to belong
 * @returns {Promise<{ half: StaticHalf, requests: Record<string, string> }>} `requests`: view → the import of its
 *   `load`
 */
export async function readStaticHalf(entry, id) {
  /** @type {{ default?: import('@portico/contracts').Remote }} */
  const { default: remote } = await evaluate(entry)
  if (!remote) throw new Error(`${entry} has no default export: write \`export default defineRemote({ … })\``)

  /** @type {Record<string, string>} */
  const requests = {}
  /** @type {StaticHalf['views']} */
  const views = {}
  for (const [name, view] of Object.entries(remote.views ?? {})) {
    const request = /import\((?:\/\*.*?\*\/\s*)?["'](.+?)["']\)/.exec(String(view.load))?.[1]
    if (!request) throw new Error(`${entry}: the view ${name} must load by \`() => import('./views/…')\``)
    requests[name] = request
    views[name] = { title: view.title, ...(view.needsAccount && { needsAccount: true }) }
  }
  const foreign = id && foreignKey(remote.messages ?? {}, id)
  if (foreign) throw new Error(`${entry}: the message ${foreign} does not belong to ${id}: keys begin with its id`)
  const slots = JSON.parse(JSON.stringify(remote.slots ?? {}))
  const wrong = wrongSlots(slots)
  if (wrong) throw new Error(`${entry}: ${wrong}`)
  const named = new Set([
    ...Object.values(views).map(({ title }) => title),
    ...Object.values(slots).flatMap((entries) => entries.flatMap(Object.values)),
  ])
  const messages = Object.fromEntries(Object.entries(remote.messages ?? {}).filter(([key]) => named.has(key)))
  const { isOnByDefault, isRestricted } = remote
  const icons = Object.entries(remote.icons ?? {}).map(([name, svg]) => [name, iconOf(entry, name, svg)])
  const half = {
    messages,
    views,
    slots,
    ...(icons.length > 0 && { icons: Object.fromEntries(icons) }),
    ...(isOnByDefault && { isOnByDefault }),
    ...(isRestricted && { isRestricted }),
  }
  return { half, requests }
}
