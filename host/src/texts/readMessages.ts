import type { Messages } from '@portico/contracts'

const MESSAGES_MAX_BYTES = 200_000

async function sha384(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text))
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/** Reads a requested catalogue; undefined if it is missing or does not match its pinned hash. */
export async function readMessages(
  request: Promise<Response>,
  integrity: string | undefined,
): Promise<Messages | undefined> {
  try {
    const response = await request
    const text = await response.text()
    if (!response.ok || text.length > MESSAGES_MAX_BYTES || (await sha384(text)) !== integrity) return undefined
    return JSON.parse(text) as Messages
  } catch {
    return undefined
  }
}
