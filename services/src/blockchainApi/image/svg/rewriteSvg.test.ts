/** @jest-environment jsdom */
import { array, assert, constantFrom, letrec, oneof, property, record, string } from 'fast-check'
import { rewriteSvg } from './rewriteSvg.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (inside: string, attributes = 'viewBox="0 0 8 8"') => `<svg ${NS} ${attributes}>${inside}</svg>`

/** Parses with an XML parser that is independent of the tested one. */
function elementsOf(text: string): Element[] {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(parsed.querySelector('parsererror')).toBeNull()
  return [...parsed.querySelectorAll('*')]
}

test.each([
  ['a shape', '<rect x="1" y="1" width="6" height="6" fill="#f00" transform="rotate(45 4 4)"/>'],
  [
    'a gradient',
    '<linearGradient id="g"><stop offset="5%" stop-color="gold"/></linearGradient><path d="M0,0L1-1e3z" fill="url(#g)"/>',
  ],
  ['a text', '<text x="1" y="2">a &lt; b &amp; c <tspan font-weight="bold">ü</tspan></text>'],
  ['a reused element', '<defs><g id="a"><circle r="1"/></g></defs><use href="#a" x="2"/>'],
  ['a style', '<style>.base{fill:white;font-family:serif;font-size:14px}</style><text class="base">1</text>'],
])('%s stays unchanged', (_, inside) => {
  expect(rewriteSvg(svg(inside))).toBe(svg(inside))
})

test('what a drawing program adds is removed, and the drawing itself is kept', () => {
  const text = `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://inkscape.example" viewBox="0 0 8 8">
  <metadata><rdf:RDF xmlns:rdf="r"/></metadata><title>t</title>
  <style><![CDATA[ @import url("https://evil.example/a.css"); @font-face { src: url(x) } /* a */ .a > rect { fill : red; behavior: url(x) } ]]></style>
  <g id="l" inkscape:label="Layer 1" class="a"><rect width="8" height="8" style="fill:blue;-moz-binding:url(x)"/></g>
  <use xlink:href="#l"/>
</svg>
`
  expect(rewriteSvg(text)).toBe(
    svg(
      '<style>.a &gt; rect{fill:red}</style><g id="l" class="a"><rect width="8" height="8" style="fill:blue"/></g><use href="#l"/>',
    ),
  )
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a reference works as xlink:href with any prefix, and href takes precedence', () => {
  const inside = '<g id="a"/><use xmlns:x="http://www.w3.org/1999/xlink" x:href="#a"/><use xlink:href="#b" href="#a"/>'
  expect(rewriteSvg(svg(inside))).toBe(svg('<g id="a"/><use href="#a"/><use href="#a"/>'))
})

test('an embedded picture is kept if its bytes are an image, and gets its true type', () => {
  const inside = (type: string, data: string) => svg(`<image width="8" href="data:${type};base64,${data}"/>`)
  expect(rewriteSvg(inside('image/svg+xml', PNG))).toBe(inside('image/png', PNG))
  const html = Buffer.from('<script>alert(1)</script>').toString('base64')
  expect(rewriteSvg(inside('image/png', html))).toBe(`<svg ${NS} viewBox="0 0 8 8"/>`)
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script of another namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ['a handler', '<rect onload="alert(1)" ONCLICK="alert(1)"/>'],
  [
    'an embedded page',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://evil.example"/></body></foreignObject>',
  ],
  ['HTML without a foreignObject', '<g xmlns="http://www.w3.org/1999/xhtml"><rect/></g>'],
  ['a link', '<a href="javascript:alert(1)"><rect/></a>'],
  ['an external image', '<image href="https://evil.example/a.png"/>'],
  ['an external image as xlink:href', '<image xlink:href="https://evil.example/a.png"/>'],
  ['a symbol of another document', '<use href="https://evil.example/a.svg#a"/>'],
  ['a symbol in a data URL', '<use href="data:image/svg+xml,&lt;svg/>#a"/>'],
  ['a filter of another document', '<rect filter="url(https://evil.example/a.svg#f)"/>'],
  ['a fill with spaces in its URL', '<rect fill="url( &quot;https://evil.example&quot; )"/>'],
  ['a fill with escaped letters', '<rect style="fill:\\75rl(https://evil.example)"/>'],
  ['an image-set', '<rect style="fill:image-set(\'https://evil.example\' 1x)"/>'],
  ['an import', '<style>@import "https://evil.example";</style>'],
  ['an import after a comment', '<style>/**/@import/**/"https://evil.example";rect{fill:red}</style>'],
  ['a font', '<style>@font-face{font-family:a;src:url(https://evil.example)}</style>'],
  ['a style that closes its own tag', '<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>'],
  ['an animated link', '<set attributeName="href" to="javascript:alert(1)"/>'],
  ['a processing instruction', '<?xml-stylesheet href="https://evil.example"?>'],
  ['an image made by a filter', '<filter id="f"><feImage href="https://evil.example"/></filter>'],
])('%s is removed', (_, inside) => {
  const text = rewriteSvg(svg(inside))
  expect(text).not.toMatch(/evil|alert|javascript|script|onload|onclick|foreignObject|xhtml|@|\\/i)
  elementsOf(text)
})

test.each([
  ['an empty text', ''],
  ['an HTML page', '<html><svg/></html>'],
  ['a plain text', 'svg'],
  ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
  ['an undeclared entity', svg('<text>&nbsp;</text>')],
  ['a bare ampersand', svg('<text>a & b</text>')],
  ['an invalid character', svg('<text>&#0;</text>')],
  ['a character beyond Unicode', svg('<text>&#x110000;</text>')],
  ['half of a surrogate pair', svg('<text>&#xd800;</text>')],
  ['another encoding', `<?xml version="1.0" encoding="UTF-16"?>${svg('')}`],
  ['a mismatched end tag', `<svg ${NS}><g></svg></g>`],
  ['a missing end tag', `<svg ${NS}><g>`],
  ['two root elements', `${svg('')}${svg('')}`],
  ['the same attribute twice', `<svg ${NS}><rect x="1" x="2"/></svg>`],
  ['an attribute without quotes', `<svg ${NS}><rect x=1/></svg>`],
  ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['an element that contains itself', svg('<g id="a"><use href="#a"/></g>')],
  ['elements that contain one another', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
])('%s is not an image', (_, text) => {
  expect(() => rewriteSvg(text)).toThrow(expect.objectContaining({ name: 'XmlError' }))
})

/** Elements on several levels; each element refers ten times to the element on the previous level. */
const bomb = (mention: (name: string) => string, container: string, depth = 8) =>
  svg(
    Array.from({ length: depth }, (_, level) => {
      const inside = level === 0 ? '<rect width="1"/>' : mention(`l${level - 1}`).repeat(10)
      return `<${container} id="l${level}">${inside}</${container}>`
    }).join(''),
  )

test.each([
  ['references', bomb((name) => `<use href="#${name}"/>`, 'g')],
  ['patterns', bomb((name) => `<rect fill="url(#${name})"/>`, 'pattern')],
  ['masks in styles', bomb((name) => `<rect style="mask:url('#${name}')"/>`, 'mask')],
  [
    'inherited fills',
    svg(
      Array.from({ length: 8 }, (_, level) => {
        const fill = level ? ` fill="url(#p${level - 1})"` : ''
        return `<pattern id="p${level}"><g${fill}>${'<rect/>'.repeat(10)}</g></pattern>`
      }).join(''),
    ),
  ],
  ['nested elements', svg(`${'<g>'.repeat(5_000)}${'</g>'.repeat(5_000)}`)],
  ['elements', svg('<g/>'.repeat(20_001))],
  ['attributes', svg(`<g ${Array.from({ length: 200 }, (_, index) => `a${index}=""`).join(' ')}/>`)],
  [
    'chained references',
    svg(Array.from({ length: 9_000 }, (_, at) => `<g id="c${at}"><use href="#c${at + 1}"/></g>`).join('')),
  ],
])('an SVG with too many %s is refused', (_, text) => {
  const startedAt = performance.now()
  expect(() => rewriteSvg(text)).toThrow(expect.objectContaining({ name: 'XmlError' }))
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

test.each([
  ['a long path', `<path d="M0 0${'l1,-1'.repeat(300_000)}"/>`],
  ['a bracket and a long word', `<rect fill="(${'a'.repeat(1_500_000)}"/>`],
  ['many brackets', `<rect fill="${'a('.repeat(700_000)}"/>`],
  ['quotes', `<rect fill="${"'".repeat(1_500_001)}"/>`],
  ['unclosed comments', `<style>${'/*'.repeat(700_000)}</style>`],
  ['spaces before a rule', `<style>${' '.repeat(700_000)}${'x'.repeat(700_000)}</style>`],
  ['at-rules', `<style>${'@a{'.repeat(400_000)}</style>`],
  ['spaces in a tag', `<rect${' '.repeat(1_500_000)}/>`],
  ['a long attribute name', `<rect ${'a'.repeat(1_500_000)}/>`],
  ['URLs', `<rect fill="${'url( '.repeat(300_000)}"/>`],
  ['entities', `<text>${'&lt;'.repeat(400_000)}</text>`],
  ['shapes', '<rect x="1" y="2" width="3" height="4" fill="url(#a)"/>'.repeat(19_000)],
  ['rules', `<style>${'.a{fill:red}'.repeat(150_000)}</style>`],
  ['percent signs', `<image href="data:,${'%%4'.repeat(400_000)}"/>`],
])('even with %s of the maximum size, an SVG is processed quickly', (_, inside) => {
  const startedAt = performance.now()
  try {
    rewriteSvg(svg(inside))
  } catch (thrown) {
    expect(thrown).toMatchObject({ name: 'XmlError' })
  }
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

const FORBIDDEN = /^(?:script|foreignobject|iframe|a|animate|set|feimage|marker|metadata|handler)$/i

/** The allowed addresses: an element of the same document, or an embedded picture. */
const isHarmless = (value: string) =>
  /^(?:#[\w.-]+|data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=]*)$/.test(value)

function expectHarmless(text: string) {
  for (const element of elementsOf(text)) {
    expect(element.namespaceURI).toBe('http://www.w3.org/2000/svg')
    expect(element.localName).not.toMatch(FORBIDDEN)
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/i)
      if (/href|src/i.test(name)) expect(isHarmless(value)).toBe(true)
      else if (name !== 'xmlns') expect(value).not.toMatch(/:\/\/|javascript:|url\((?!\s*["']?#)/i)
    }
    if (element.localName === 'style') expect(element.textContent).not.toMatch(/url|@|\\|:\/\//i)
  }
}

const nasty = constantFrom(
  'url(#a)',
  'url(https://evil.example)',
  'javascript:alert(1)',
  '#a',
  'data:image/svg+xml,<svg onload="x"/>',
  `data:image/png;base64,${PNG}`,
  'https://evil.example/a.png',
  'red',
  '1 2 3',
  'fill:red;background:url(x)',
  '"><script>alert(1)</script>',
  '@import "https://evil.example";.a{fill:red}',
  ']]>',
)
const value = oneof(nasty, string({ maxLength: 12 }))
const inAttribute = (text: string) => text.replace(/[&<"']/g, (character) => `&#${character.charCodeAt(0)};`)
const { element } = letrec<{ element: string; children: string }>((tie) => ({
  children: array(oneof({ maxDepth: 3 }, value.map(inAttribute), tie('element')), { maxLength: 4 }).map((parts) =>
    parts.join(''),
  ),
  element: record({
    name: constantFrom(
      'g',
      'rect',
      'use',
      'image',
      'style',
      'text',
      'a',
      'script',
      'foreignObject',
      'set',
      'x:script',
      'svg',
      'filter',
      'feImage',
      'marker',
    ),
    attributes: array(
      record({
        key: constantFrom(
          'href',
          'xlink:href',
          'style',
          'fill',
          'id',
          'class',
          'onload',
          'filter',
          'xmlns',
          'src',
          'd',
          'transform',
        ),
        value,
      }),
      { maxLength: 4 },
    ),
    children: tie('children'),
  }).map(({ name, attributes, children }) => {
    const unique = new Map(attributes.map(({ key, value: text }) => [key, text]))
    return `<${name}${[...unique].map(([key, text]) => ` ${key}="${inAttribute(text)}"`).join('')}>${children}</${name}>`
  }),
}))

test('a rewritten SVG can only draw, and does not change when it is rewritten again', () => {
  let written = 0
  assert(
    property(element, (inside) => {
      let text: string
      try {
        text = rewriteSvg(svg(inside))
      } catch (thrown) {
        expect(thrown).toMatchObject({ name: 'XmlError' })
        return
      }
      written++
      expectHarmless(text)
      expect(rewriteSvg(text)).toBe(text)
    }),
    { numRuns: 100 },
  )
  expect(written).toBeGreaterThan(30)
})

test('any text is rewritten or refused with an XmlError', () => {
  assert(
    property(
      oneof(
        string(),
        string().map((text) => svg(text)),
        string().map((text) => `<svg ${text}`),
      ),
      (text) => {
        try {
          expectHarmless(rewriteSvg(text))
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: 'XmlError' })
        }
      },
    ),
    { numRuns: 100 },
  )
})
