import type { ComponentProps } from 'react'
import { useStyles } from '../hostContext.ts'
import sheet from './Stack.css'

interface StackProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** The space between two children, as a step of `--w-space-…`. */
  readonly gap?: 2 | 3 | 4
}

/** A column that is as wide as the view. Further properties are passed to its element. */
export function Stack({ gap = 4, ...rest }: StackProps) {
  useStyles(sheet)
  return <div className={`Stack Stack-gap${gap}`} {...rest} />
}
