import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { SETTINGS_META_NAME, type SecureSiteSettings } from '@portico/contracts/services/secureSite'

export const PAGES = ['sdk', 'approve', 'loading', 'back', 'device', 'wallet'] as const
export type PageName = (typeof PAGES)[number]

const EMPTY_SETTINGS = `<meta name="${SETTINGS_META_NAME}" content="">`

/** In one folder, named by their hashes: nothing of a path gets through. */
const ASSET_NAME = /^\w[\w-]*(?:\.[\w-]+)+$/
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** Development builds again and again. */
const MAX_KEPT = 200

export interface Asset {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The same with brotli, where it is a text. */
  readonly compressed?: Uint8Array<ArrayBuffer>
}

const brotli = promisify(brotliCompress)

const escaped = (text: string) => text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`)

const isMissing = (error: unknown) => /^(ENOENT|EISDIR|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')

async function compress(bytes: Buffer, type: string) {
  if (!type.includes('charset')) return undefined
  return Uint8Array.from(await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
}

/** The pages and files that the build of the secure frame has left in a folder; they may appear later. */
export function createSiteFiles(folder: string, settings: SecureSiteSettings) {
  const filled = EMPTY_SETTINGS.replace('content=""', () => `content="${escaped(JSON.stringify(settings))}"`)
  const kept = new Map<string, Promise<Asset | undefined>>()

  async function load(name: string, type: string): Promise<Asset | undefined> {
    try {
      const bytes = await readFile(join(folder, 'assets', name))
      const compressed = await compress(bytes, type)
      return { type, bytes: Uint8Array.from(bytes), ...(compressed && { compressed }) }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  return {
    /** A page with what it has to know filled in. @throws Error when it is not there, or has no place for that */
    async page(name: PageName): Promise<string> {
      const [before, after, ...more] = (await readFile(join(folder, `${name}.html`), 'utf8')).split(EMPTY_SETTINGS)
      if (before === undefined || after === undefined || more.length > 0) {
        throw new Error(`${name}.html has no place for its settings`)
      }
      return before + filled + after
    },
    /** Undefined where there is none of this name. */
    async asset(name: string): Promise<Asset | undefined> {
      const type = ASSET_NAME.test(name) ? CONTENT_TYPES[extname(name)] : undefined
      if (type === undefined) return undefined
      const known = kept.get(name)
      if (known) return known
      const asset = await load(name, type)
      // Only what is there: the names of what is not are without end.
      if (asset && kept.size >= MAX_KEPT) kept.clear()
      if (asset) kept.set(name, Promise.resolve(asset))
      return asset
    },
  }
}
export type SiteFiles = ReturnType<typeof createSiteFiles>
