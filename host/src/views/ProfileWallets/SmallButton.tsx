import { Button } from '@portico/contracts/ui'

interface SmallButtonProps {
  readonly label: string
  /** What the label stands beside; read aloud with it, because several of them say the same. */
  readonly about: string
  readonly busy: boolean
  readonly onPress: () => void
  readonly testId?: string
}

/** A button that is as wide as its label, at the end of a line. */
export function SmallButton({ label, about, busy, onPress, testId }: SmallButtonProps) {
  return (
    <span className="ProfileWallets-action">
      <Button kind="quiet" busy={busy} onPress={onPress} {...(testId && { testId })}>
        {label}
        <span className="ProfileWallets-unseen"> {about}</span>
      </Button>
    </span>
  )
}
