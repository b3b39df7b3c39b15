import type { Raw } from './description.ts'

const SPACES = 2

/** Escapes all characters other than plain ASCII, so that the JSON text shows everything it contains. */
export function rawJson(value: unknown): Raw {
  const text = JSON.stringify(value, undefined, SPACES) ?? ''
  const json = text.replace(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { type: 'json', json }
}
