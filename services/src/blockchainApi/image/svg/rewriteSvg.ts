import { dataBytes } from '../dataBytes.ts'
import { isDrawable } from '../pixels.ts'
import { sniffType } from '../sniffType.ts'
import { countDrawn } from './countDrawn.ts'
import { readXml, type XmlElement, XmlError } from './readXml.ts'
import { isPlain, plainDeclarations, plainRules } from './values.ts'
import { ATTRIBUTES, ELEMENTS, NEEDS_HREF, PROPERTIES, TEXT_ELEMENTS } from './vocabulary.ts'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'

const OWN_ID = /^#[\w.-]+$/
const NAMES = /^[\w\s.-]+$/

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const escaped = (text: string) => text.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? '')

/** An embedded picture, reduced to its bytes and their true type. */
function plainPicture(href: string): string | undefined {
  const bytes = /^data:/i.test(href) ? dataBytes(href) : undefined
  const type = bytes && sniffType(bytes)
  return type && isDrawable(type, bytes) ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : undefined
}

function plainValue(element: string, key: string, value: string): string | undefined {
  if (key === 'href') {
    if (element === 'image') return plainPicture(value.trim())
    return OWN_ID.test(value.trim()) ? value.trim() : undefined
  }
  if (key === 'style') return plainDeclarations(value) || undefined
  if (key === 'id' || key === 'class') return NAMES.test(value) ? value : undefined
  return (ATTRIBUTES.has(key) || PROPERTIES.has(key)) && isPlain(value) ? value : undefined
}

function plainAttributes({ name, attributes }: XmlElement): ReadonlyMap<string, string> {
  const plain = new Map<string, string>()
  for (const [written, value] of attributes) {
    // The old name of `href`, with any prefix for the namespace. As in browsers, the new name takes precedence.
    const isOldName = written.endsWith(':href')
    if (isOldName && attributes.has('href')) continue
    const key = isOldName ? 'href' : written
    const kept = plainValue(name, key, value)
    if (kept !== undefined) plain.set(key, kept)
  }
  return plain
}

const textOf = ({ children }: XmlElement) => children.filter((child) => typeof child === 'string').join('')

const isDrawn = ({ name, attributes }: XmlElement) => {
  const namespace = attributes.get('xmlns')
  return ELEMENTS.has(name) && (namespace === undefined || namespace === SVG_NAMESPACE)
}

function plainElement(element: XmlElement): XmlElement | undefined {
  // The content of a link stays visible, but the link is removed.
  const named = element.name === 'a' || element.name === 'switch' ? { ...element, name: 'g' } : element
  if (!isDrawn(named)) return undefined
  const { name } = named
  const attributes = plainAttributes(named)
  if (NEEDS_HREF.has(name) && !attributes.has('href')) return undefined
  if (name === 'style') {
    const rules = plainRules(textOf(named))
    return rules ? { name, attributes: new Map(), children: [rules] } : undefined
  }
  const children = named.children.flatMap((child): readonly (XmlElement | string)[] => {
    if (typeof child === 'string') return TEXT_ELEMENTS.has(name) ? [child] : []
    const plain = plainElement(child)
    return plain ? [plain] : []
  })
  return { name, attributes, children }
}

function write({ name, attributes, children }: XmlElement): string {
  const head = [name, ...[...attributes].map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
  if (children.length === 0) return `<${head}/>`
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child))).join('')
  return `<${head}>${content}</${name}>`
}

/**
 * Parses an SVG image and rewrites it with known drawing elements only: without scripts, event handlers, external
 * addresses, imports, or text between elements.
 * @throws XmlError if the text is not an SVG, is malformed, or would be too much to draw
 */
export function rewriteSvg(text: string): string {
  const root = readXml(text)
  const plain = root.name === 'svg' ? plainElement(root) : undefined
  if (!plain) throw new XmlError('no image')
  countDrawn(plain)
  return write({ ...plain, attributes: new Map([['xmlns', SVG_NAMESPACE], ...plain.attributes]) })
}
