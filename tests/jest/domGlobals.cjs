const { runInThisContext } = require('node:vm')

/**
 * What browsers have and jsdom has not, taken from Node's own realm. `Uint8Array` comes along because the encoder and
 * WebCrypto answer with that realm's arrays, and libraries ask `instanceof`.
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
