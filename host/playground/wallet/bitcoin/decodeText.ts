import { base64, hex } from '@scure/base'
import { invalidParams } from '../providerError.ts'

function decode(coder: typeof hex, method: string, text: string): Uint8Array {
  try {
    return coder.decode(text)
  } catch {
    throw invalidParams(method)
  }
}

/** @throws ProviderError -32602 */
export const fromHex = (method: string, text: string) => decode(hex, method, text)

/** @throws ProviderError -32602 */
export const fromBase64 = (method: string, text: string) => decode(base64, method, text)
