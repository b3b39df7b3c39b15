import { createHash } from 'node:crypto'

/** A person with an account at every provider of this process. */
export interface Person {
  /** Identifies the person across providers; account numbers are derived from this key. */
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  /** The account's name at providers without full names. */
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

/** A person whose details were typed on the page; the same email address always means the same person. */
export function typedPerson(email: string, name: string, isVerified: boolean): Person {
  const [firstName = '', ...rest] = (name.trim() || 'Someone').split(/\s+/)
  const login = email.split('@')[0] || firstName.toLowerCase()
  return { key: `typed ${email || name}`, firstName, lastName: rest.join(' '), login, email: email || null, isVerified }
}

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

/** A person's account number: digits that differ between providers. */
export const accountNumber = (provider: string, { key }: Person): string =>
  String(
    1_000_000_000 +
      createHash('sha256')
        .update(JSON.stringify([provider, key]))
        .digest()
        .readUIntBE(0, 6),
  )
