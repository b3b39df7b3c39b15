/** A parsed element with its attributes and text. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (XmlElement | string)[]
}

export class XmlError extends Error {
  override readonly name = 'XmlError'
}

const DEPTH_MAX = 64
const ELEMENTS_MAX = 20_000
const ATTRIBUTES_MAX = 100

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const SPACE = /\s*/y
const DECLARATION = /<\?xml\s([^?<>]*)\?>/y
/** Does not match a DOCTYPE that declares entities, which has a bracket and is refused. */
const DOCTYPE = /<!DOCTYPE\s[^[\]<>]*>/iy
const START = new RegExp(`<(${NAME})`, 'y')
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const START_END = /\s*(\/?)>/y
const END = new RegExp(`</(${NAME})\\s*>`, 'y')
const TEXT = /[^<]+/y

/** Characters that are invalid in XML 1.0 or never drawn. */
const NOT_TEXT = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/u

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const REFERENCE = /&(?:#(\d{1,7});|#x([0-9a-f]{1,6});|([a-z]{2,4});)?/gi

const LAST_CODE_POINT = 0x10_ffff

/** Accepts only the five entities of XML itself, because declared entities may expand without end. */
const decoded = (text: string) =>
  text.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
    const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined && code > LAST_CODE_POINT) throw new XmlError('a character')
    const character = code === undefined ? ENTITIES[name ?? ''] : String.fromCodePoint(code)
    if (character === undefined || NOT_TEXT.test(character)) throw new XmlError('an entity')
    return character
  })

/**
 * Parses the XML of images, and refuses everything that it does not know: entity declarations, other encodings and
 * malformed content. Comments and instructions are dropped.
 * @throws XmlError
 */
export function readXml(text: string): XmlElement {
  let at = 0
  let elements = 0

  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) return undefined
    at = pattern.lastIndex
    return match
  }

  /** The text between two marks; undefined if the first mark is not at the current position. */
  const between = (begin: string, end: string): string | undefined => {
    if (!text.startsWith(begin, at)) return undefined
    const to = text.indexOf(end, at + begin.length)
    if (to === -1) throw new XmlError('no end')
    const content = text.slice(at + begin.length, to)
    at = to + end.length
    return content
  }

  const isSkipped = () => between('<!--', '-->') !== undefined || between('<?', '?>') !== undefined

  const skipAround = () => {
    do take(SPACE)
    while (isSkipped())
  }

  function takeStart(): { readonly element: XmlElement; readonly isEmpty: boolean } {
    const [, name] = take(START) ?? []
    if (!name || ++elements > ELEMENTS_MAX) throw new XmlError('no element, or too many')
    const attributes = new Map<string, string>()
    for (let match = take(ATTRIBUTE); match; match = take(ATTRIBUTE)) {
      const [, key = '', quoted, apostrophed = ''] = match
      if (attributes.has(key) || attributes.size === ATTRIBUTES_MAX) throw new XmlError('an attribute')
      attributes.set(key, decoded(quoted ?? apostrophed))
    }
    const end = take(START_END)
    if (!end) throw new XmlError('no end of a tag')
    return { element: { name, attributes, children: [] }, isEmpty: end[1] === '/' }
  }

  function takeElement(): XmlElement {
    const { element: root, isEmpty: isAll } = takeStart()
    const open = isAll ? [] : [root]
    for (let parent = open.at(-1); parent; parent = open.at(-1)) {
      const plain = take(TEXT)
      const cdata = plain ? undefined : between('<![CDATA[', ']]>')
      if (plain) parent.children.push(decoded(plain[0]))
      else if (cdata !== undefined) parent.children.push(cdata)
      else if (text.startsWith('</', at)) {
        if (take(END)?.[1] !== parent.name) throw new XmlError('an end of something else')
        open.pop()
      } else if (!isSkipped()) {
        const { element, isEmpty } = takeStart()
        parent.children.push(element)
        if (!isEmpty) open.push(element)
        if (open.length > DEPTH_MAX) throw new XmlError('too deep')
      }
    }
    return root
  }

  if (NOT_TEXT.test(text)) throw new XmlError('a character')
  if (text.startsWith('\ufeff')) at = 1
  const declaration = take(DECLARATION)?.[1] ?? ''
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)["']/i.exec(declaration) ?? []
  if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) throw new XmlError('an encoding')
  skipAround()
  if (take(DOCTYPE)) skipAround()
  const root = takeElement()
  skipAround()
  if (at !== text.length) throw new XmlError('something behind the end')
  return root
}
