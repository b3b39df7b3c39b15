import { createHash } from 'node:crypto'

/** Somebody with an account at every provider of this process. */
export interface Person {
  /** Says who it is, across providers; what accounts are numbered by comes of it. */
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  /** As accounts are called that have no full name. */
  readonly login: string
  readonly email: string | null
  readonly isVerified: boolean
}

export const PEOPLE: readonly Person[] = [
  {
    key: 'ada',
    firstName: 'Ada',
    lastName: 'Lovelace',
    login: 'ada',
    email: 'ada@portico.example',
    isVerified: true,
  },
  {
    key: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    login: 'grace',
    email: 'grace@portico.example',
    isVerified: false,
  },
  { key: 'alan', firstName: 'Alan', lastName: 'Turing', login: 'alan', email: null, isVerified: false },
]

/** Whoever is typed: the same address is the same person. */
export function typedPerson(email: string, name: string, isVerified: boolean): Person {
  const [firstName = '', ...rest] = (name.trim() || 'Somebody').split(/\s+/)
  const login = email.split('@')[0] || firstName.toLowerCase()
  return { key: `typed ${email || name}`, firstName, lastName: rest.join(' '), login, email: email || null, isVerified }
}

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

/** By which a provider knows somebody: digits, and other ones at each provider. */
export const accountNumber = (provider: string, { key }: Person): string =>
  String(
    1_000_000_000 +
      createHash('sha256')
        .update(JSON.stringify([provider, key]))
        .digest()
        .readUIntBE(0, 6),
  )
