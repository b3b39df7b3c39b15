import type { Logo } from './logos.ts'

interface ProviderLogoProps {
  readonly logo: Logo
  /** In pixels. */
  readonly size?: number
}

/** A provider's mark. Its name is always beside it, or names the button around it. */
export const ProviderLogo = ({ logo: { viewBox, paths }, size = 24 }: ProviderLogoProps) => (
  <svg viewBox={viewBox} width={size} height={size} fill="currentColor" fillRule="evenodd" aria-hidden="true">
    {paths.map(({ d, fill }) => (
      <path key={d} d={d} fill={fill} />
    ))}
  </svg>
)
