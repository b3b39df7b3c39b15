type Child = Node | string | undefined | false

interface Attributes {
  readonly [name: string]: string | boolean | undefined
}

/** Creates an element. A `true` attribute is set without a value; a `false` or undefined one is omitted. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}

export function button(text: string, onPress: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'phone-button', ...attributes }, text)
  made.addEventListener('click', onPress)
  return made
}

/** A select with its label in front. */
export function picker<Value extends string>(
  label: string,
  name: string,
  options: readonly (readonly [Value, string])[],
  value: Value | undefined,
  onChange: (value: Value) => void,
): HTMLElement {
  const select = element(
    'select',
    { class: 'phone-select', 'data-testid': name },
    ...options.map(([key, text]) => element('option', { value: key, selected: key === value }, text)),
  )
  select.addEventListener('change', () => onChange(select.value as Value))
  return element('label', { class: 'phone-field' }, element('span', {}, label), select)
}

/** A checkbox. */
export function tick(label: string, name: string, isOn: boolean, onChange: (isOn: boolean) => void): HTMLElement {
  const input = element('input', { type: 'checkbox', checked: isOn, 'data-testid': name })
  input.addEventListener('change', () => onChange(input.checked))
  return element('label', { class: 'phone-tick' }, input, element('span', {}, label))
}

/** Checkboxes under a legend. */
export const ticks = (legend: string, ...boxes: HTMLElement[]) =>
  element('fieldset', { class: 'phone-ticks' }, element('legend', {}, legend), ...boxes)

/** Redraws a part of the page and restores focus to the element with the same test id, or else the part's heading. */
export function redraw(part: HTMLElement, ...children: Child[]): void {
  const focused = part.contains(document.activeElement) ? document.activeElement : undefined
  const testId = focused?.getAttribute('data-testid')
  part.replaceChildren(...children.filter((child) => child !== undefined && child !== false))
  if (!focused) return
  const again = testId ? part.querySelector<HTMLElement>(`[data-testid="${testId}"]:not(:disabled)`) : undefined
  ;(again ?? part.querySelector<HTMLElement>('h2'))?.focus()
}

export const heading = (text: string) => element('h2', { class: 'phone-heading', tabindex: '-1' }, text)
export const hint = (text: string) => element('p', { class: 'phone-hint' }, text)
