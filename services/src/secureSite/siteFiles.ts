import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { array, object, parse, record, string } from 'valibot'

export const PAGES = ['sdk', 'approve', 'loading', 'back', 'device', 'wallet'] as const
export type PageName = (typeof PAGES)[number]

/** The part of `manifest.json` that is used here: the CSP sources of each page's inline content. */
const Manifest = record(string(), object({ pins: object({ scripts: array(string()), styles: array(string()) }) }))

/** A file name with a hash, without a folder. */
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
/** Limits memory in development, where each build adds files. */
const MAX_KEPT = 200

export interface Asset {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The content compressed with brotli, if it is text. */
  readonly compressed?: Uint8Array<ArrayBuffer>
}

export interface SitePage extends Asset {
  /** The CSP sources of the page's inline scripts and styles. */
  readonly pins: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
}

/** Pages may be rebuilt, so they are compressed for every request; assets only once, with the best quality. */
const PAGE_QUALITY = 5

const brotli = promisify(brotliCompress)

const isMissing = (error: unknown) => /^(ENOENT|EISDIR|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')

async function compress(bytes: Buffer, type: string, quality = constants.BROTLI_MAX_QUALITY) {
  if (!type.includes('charset')) return undefined
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality }
  return Uint8Array.from(await brotli(bytes, { params }))
}

/** The pages and files built from the secure frame. The build may be done after the start. */
export function createSiteFiles(folder: string) {
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
    /** A page, byte for byte as built. @throws Error if the page is missing */
    async page(name: PageName): Promise<SitePage> {
      const [bytes, manifest] = await Promise.all([
        readFile(join(folder, `${name}.html`)),
        readFile(join(folder, 'manifest.json'), 'utf8'),
      ])
      const known = parse(Manifest, JSON.parse(manifest))[name]
      if (!known) throw new Error(`manifest.json does not know ${name}.html`)
      const type = 'text/html; charset=utf-8'
      const compressed = await compress(bytes, type, PAGE_QUALITY)
      return { type, bytes: Uint8Array.from(bytes), pins: known.pins, ...(compressed && { compressed }) }
    },
    /** Undefined if there is no asset with this name. */
    async asset(name: string): Promise<Asset | undefined> {
      const type = ASSET_NAME.test(name) ? CONTENT_TYPES[extname(name)] : undefined
      if (type === undefined) return undefined
      const known = kept.get(name)
      if (known) return known
      const asset = await load(name, type)
      // Caches existing files only, because the number of missing names has no limit.
      if (asset && kept.size >= MAX_KEPT) kept.clear()
      if (asset) kept.set(name, Promise.resolve(asset))
      return asset
    },
  }
}
export type SiteFiles = ReturnType<typeof createSiteFiles>
