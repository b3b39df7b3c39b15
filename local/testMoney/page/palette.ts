interface Palette {
  readonly page: string
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly button: string
  readonly buttonText: string
}

/**
 * Text has a contrast of at least 4.5 to its background, and the outlines of controls of at least 3 (WCAG 1.4.3,
 * 1.4.11).
 */
export const palettes = {
  light: {
    page: '#ffffff',
    text: '#1b1f24',
    quiet: '#57606a',
    line: '#6e7781',
    button: '#0a5cc2',
    buttonText: '#ffffff',
  },
  dark: {
    page: '#16181c',
    text: '#f0f2f5',
    quiet: '#a8b0ba',
    line: '#7d8590',
    button: '#8ab8ff',
    buttonText: '#10131a',
  },
} as const satisfies Record<string, Palette>

export const variablesOf = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join('')
