/** The kit that the host and the remotes draw with. There is one copy at run time, which the host provides. */
export { AddressText } from './AddressText.tsx'
export { Avatar } from './Avatar.tsx'
export { Button, IconButton } from './Button.tsx'
export { errorText } from './errorText.ts'
export {
  type HostContextValue,
  HostProvider,
  useCommands,
  useHost,
  useLocale,
  useMessages,
  useNavigate,
  useStyles,
} from './hostContext.ts'
export { Icon, isIconName } from './Icon.tsx'
export { LoadingRing } from './LoadingRing.tsx'
export { Note } from './Note.tsx'
export { Picture } from './Picture.tsx'
export { Row, RowList } from './Row.tsx'
export { Skeleton } from './Skeleton.tsx'
export { Statement } from './Statement.tsx'
export { default as tokens } from './tokens.css'
