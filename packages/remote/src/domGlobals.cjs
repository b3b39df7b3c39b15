const { runInThisContext } = require('node:vm')

/**
 * Globals that browsers have and jsdom lacks, taken from Node's own realm. `Uint8Array` is included because the encoder
 * and WebCrypto return that realm's arrays, and libraries check `instanceof`.
 */
const missing = [
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'BroadcastChannel',
]

if (typeof window !== 'undefined') {
  for (const name of missing) if (!(name in globalThis)) Reflect.set(globalThis, name, runInThisContext(name))
  globalThis.Uint8Array = runInThisContext('Uint8Array')
  Object.defineProperty(globalThis, 'crypto', { value: runInThisContext('crypto'), configurable: true })
}
