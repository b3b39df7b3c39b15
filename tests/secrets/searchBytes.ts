/** A secret to search for, with a name for reports. */
export interface Known {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The base64 characters that depend on these bytes only, for each position in a longer text. */
function base64In(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Every common form of bytes: raw, hex, base64, or comma-separated numbers. */
export function formsOf(bytes: Uint8Array): readonly Buffer[] {
  const hex = Buffer.from(bytes).toString('hex')
  const texts = new Set([hex, hex.toUpperCase(), ...base64In(bytes), bytes.join(), bytes.join(', ')])
  return [Buffer.from(bytes), ...[...texts].map((text) => Buffer.from(text))]
}

const keyOf = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)

/**
 * Searches for any number of secrets at once, so that a whole database can be searched for all of them.
 * @param known each at least 8 bytes long: shorter values occur by chance
 * @returns a function that names the secrets found in some bytes, in any of their forms
 */
export function searchFor(known: readonly Known[]): (dump: Uint8Array) => readonly string[] {
  const byStart = new Map<number, { readonly name: string; readonly form: Buffer }[]>()
  const starts = new Uint8Array(0x10000)
  for (const { name, bytes } of known) {
    if (bytes.length < 8) throw new Error(`${name} is too short to be searched for.`)
    for (const form of formsOf(bytes)) {
      starts[((form[0] ?? 0) << 8) | (form[1] ?? 0)] = 1
      const key = keyOf(form, 0)
      byStart.set(key, [...(byStart.get(key) ?? []), { name, form }])
    }
  }
  return (dump) => {
    const found = new Set<string>()
    const last = dump.length - 8
    for (let at = 0; at <= last; at += 1) {
      if (!starts[((dump[at] ?? 0) << 8) | (dump[at + 1] ?? 0)]) continue
      for (const { name, form } of byStart.get(keyOf(dump, at)) ?? []) {
        if (form.equals(dump.subarray(at, at + form.length))) found.add(name)
      }
    }
    return [...found]
  }
}
