import { isIconName } from '@portico/contracts/ui'
import { readIcon } from '@portico/remote/readIcon'

const svg = (body: string, box = 24) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}">${body}</svg>`

test.each([
  ['a path, scaled to the box of the kit', svg('<path d="M12 0v24"/>'), 'M10 0V20'],
  ['a line', svg('<line x1="2" y1="4" x2="20" y2="4"></line>', 20), 'M2 4L20 4'],
  ['a polyline', svg('<polyline points="0,0 10,10 20,0"/>', 20), 'M0 0L10 10 20 0'],
  ['a polygon', svg("<polygon points='0 0 10 10'/>", 20), 'M0 0L10 10Z'],
  ['a rectangle', svg('<rect x="2" y="2" width="16" height="8"/>', 20), 'M2 2H18V10H2Z'],
  ['a circle', svg('<circle cx="10" cy="10" r="4"/>', 20), 'M6 10A4 4 0 1 0 14 10 4 4 0 1 0 6 10Z'],
  [
    'two paths that begin with small letters, each on its own',
    svg('<path d="m1 1h2"/><path d="m4 4h2"/>', 20),
    'M1 1H3M4 4H6',
  ],
  ['several shapes, as one outline', svg('<path d="M1 1h2"/>\n<path d="M4 4h2"/>', 20), 'M1 1H3M4 4H6'],
  ['nothing of its colours, scripts and links', svg('<path fill="url(#x)" onclick="x()" d="M1 1h2"/>', 20), 'M1 1H3'],
])('%s is an icon', (_, text, outline) => {
  expect(readIcon(text)).toBe(outline)
})

test.each([
  ['no SVG', 'shield', 'it must be an <svg> with a square viewBox'],
  ['without a viewBox', '<svg><path d="M1 1h2"/></svg>', 'it must be an <svg> with a square viewBox'],
  ['not square', '<svg viewBox="0 0 20 24"><path d="M1 1h2"/></svg>', 'it must be an <svg> with a square viewBox'],
  ['with a script', svg('<script>alert(1)</script>'), 'it may only contain path, line'],
  ['with foreign markup', svg('<foreignObject><b>x</b></foreignObject>'), 'it may only contain path, line'],
  ['with text', svg('shield'), 'it may only contain path, line'],
  ['with a group', svg('<g><path d="M1 1h2"/></g>'), 'it may only contain path, line'],
  ['moved by a transform', svg('<path transform="scale(2)" d="M1 1h2"/>'), 'a transform has to be applied'],
  ['with round corners', svg('<rect width="2" height="2" rx="1"/>'), 'has to be drawn as a <path>'],
  ['with a wrong number', svg('<circle cx="1e9x" r="2"/>'), 'cx="1e9x" is not a number'],
  ['with wrong path data', svg('<path d="javascript:alert(1)"/>'), 'bad command'],
  ['empty', svg(''), 'it is empty'],
  ['too long', svg(`<path d="M0 0${'h1'.repeat(2_000)}"/>`), 'longer than 2000 characters'],
])('an icon %s is refused', (_, text, reason) => {
  expect(() => readIcon(text)).toThrow(reason)
})

test('an outline is told apart from the names of the kit', () => {
  expect([isIconName('wallet'), isIconName('constructor'), isIconName(readIcon(svg('<path d="m1 1h2"/>')))]).toEqual([
    true,
    false,
    false,
  ])
})
