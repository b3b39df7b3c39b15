import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { AwsClient } from 'aws4fetch'

/**
 * Where published files are stored. A file that is there is never written again.
 * @typedef {object} Store
 * @property {(path: string) => Promise<Uint8Array | undefined>} read undefined if there is no such file
 * @property {(path: string, content: Uint8Array) => Promise<void>} create
 * @property {string} place for people
 */

/** Browsers keep a version's files for a year: they never change. */
export const CACHE_CONTROL = 'public, max-age=31536000, immutable'

const TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
})

/** @param {string} path */
export const contentTypeOf = (path) => TYPES[extname(path)] ?? 'application/octet-stream'

/** @param {unknown} error */
const isMissing = (error) => /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT'

/** The folder's server sets the headers. @param {string} folder @returns {Store} */
export const folderStore = (folder) => ({
  place: folder,
  async read(path) {
    try {
      return readFileSync(join(folder, path))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  async create(path, content) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content, { flag: 'wx' })
  },
})

/**
 * A bucket of an S3-compatible store.
 * @param {string} bucket its URL, with a prefix if wanted: `https://s3.eu-central-1.amazonaws.com/remotes`
 * @param {NodeJS.ProcessEnv} env with `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, if needed, `AWS_SESSION_TOKEN` and
 *   `AWS_REGION`
 * @returns {Store}
 * @throws Error with one sentence if a variable is missing or the URL is not one
 */
export function bucketStore(bucket, env) {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION } = env
  if (!URL.canParse(bucket) || !/^https?:/.test(bucket)) throw new Error(`"${bucket}" is not the URL of a bucket.`)
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed to upload.')
  }
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    service: 's3',
    region: AWS_REGION ?? 'us-east-1',
    retries: 3,
  })
  const urlOf = (/** @type {string} */ path) => `${bucket.replace(/\/$/, '')}/${path}`
  /** @param {string} path @param {Response} response */
  async function refuse(path, response) {
    const [, code = response.statusText] = /<Code>([^<]*)<\/Code>/.exec(await response.text()) ?? []
    return new Error(`${urlOf(path)}: ${response.status} ${code}`)
  }
  return {
    place: bucket,
    async read(path) {
      const response = await client.fetch(urlOf(path))
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      if (response.status === 404) return undefined
      throw await refuse(path, response)
    },
    async create(path, content) {
      const response = await client.fetch(urlOf(path), {
        method: 'PUT',
        body: Buffer.from(content),
        // The condition also keeps two uploads at the same time apart, where the store knows it.
        headers: { 'content-type': contentTypeOf(path), 'cache-control': CACHE_CONTROL, 'if-none-match': '*' },
      })
      if (!response.ok) throw await refuse(path, response)
    },
  }
}
