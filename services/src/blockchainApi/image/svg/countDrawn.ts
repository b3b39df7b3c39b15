import { type XmlElement, XmlError } from './readXml.ts'
import { namedIn } from './values.ts'

/** The maximum number of drawn elements. A browser draws this many in a moment. */
const DRAWN_MAX = 500_000
/** The maximum length of a chain of references. */
const CHAIN_MAX = 16

/** The ids of the elements to which an element refers. */
const referencesOf = ({ attributes }: XmlElement): readonly string[] =>
  [...attributes].flatMap(([key, value]) =>
    key === 'href' ? (value.startsWith('#') ? [value.slice(1)] : []) : key === 'id' ? [] : namedIn(value),
  )

const elementsIn = ({ children }: XmlElement) => children.filter((child) => typeof child !== 'string')

function* everyElement(root: XmlElement): Generator<XmlElement> {
  yield root
  for (const child of elementsIn(root)) yield* everyElement(child)
}

/**
 * Counts the elements that are drawn once all references are expanded. A few lines can ask for more than any browser
 * can draw, if they refer to elements that refer to further elements. Inherited fills count for every element inside a
 * group.
 * @throws XmlError if there is too much to draw, or if an element contains itself
 */
export function countDrawn(root: XmlElement): number {
  const byId = new Map<string, XmlElement>()
  for (const element of everyElement(root)) {
    const id = element.attributes.get('id')
    if (id && !byId.has(id)) byId.set(id, element)
  }
  const counts = new Map<XmlElement, number>()
  const underWay = new Set<XmlElement>()

  function count(element: XmlElement, chain: number): number {
    const known = counts.get(element)
    if (known !== undefined) return known
    if (underWay.has(element) || chain > CHAIN_MAX) throw new XmlError('something that contains itself')
    underWay.add(element)
    let own = 1
    for (const child of elementsIn(element)) own += count(child, chain)
    let named = 1
    for (const id of referencesOf(element)) {
      const target = byId.get(id)
      if (target) named += count(target, chain + 1)
    }
    underWay.delete(element)
    const drawn = own * named
    if (drawn > DRAWN_MAX) throw new XmlError('too much to draw')
    counts.set(element, drawn)
    return drawn
  }
  return count(root, 0)
}
