import { bytesOf, hexOf, readHex, utf8Of } from './bytes.ts'
import type { PreviewContext } from './context.ts'
import type { Finding } from './description.ts'
import { signInFinding } from './signIn.ts'
import { line, rawValue, textLine, warning } from './values.ts'

/** The bytes `personal_sign` signs: a `0x` text decoded, or any other text in UTF-8. Signers take them from here. */
export function personalMessageBytes(message: unknown): Uint8Array | undefined {
  if (typeof message !== 'string') return undefined
  const hex = readHex(message)
  return hex ? bytesOf(hex) : new TextEncoder().encode(message)
}

/** A message to sign, as text if it is readable text. */
export function messageFinding(bytes: Uint8Array, context: PreviewContext): Finding {
  const text = utf8Of(bytes)
  const signIn = text === undefined ? undefined : signInFinding(text, context)
  if (signIn) return signIn
  return {
    kind: 'message',
    lines:
      text === undefined
        ? [warning('preview.messageIsBytes'), line('preview.message', rawValue(hexOf(bytes)), true)]
        : [textLine('preview.message', text)],
  }
}
