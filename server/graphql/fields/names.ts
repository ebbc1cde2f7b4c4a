/** Resolves fields and arguments that have a new name and a deprecated name. */
import { invalidInput } from '../../shared/errors'

type InPaise<Name extends string> = { [Key in Name as `${Key}Paise`]: (row: Record<Key, number>) => number }

/** Fields whose names end in Paise, computed from the row's amounts. */
export const inPaise = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [`${name}Paise`, (row: Record<Name, number>) => row[name]])) as InPaise<Name>

/** The enum value for a stored name. Null for a name stored by another version of the shop. */
export const keyOf = <Key extends string>(names: Record<Key, string>, name: string): Key | null =>
  (Object.keys(names) as Key[]).find((key) => names[key] === name) ?? null

/** The value under whichever name the client used. Throws INVALID_INPUT if the client used both. */
export function oneOf<Value>(names: Record<string, Value | null | undefined>): Value | undefined {
  const given = Object.entries(names).flatMap(([name, value]) => (value == null ? [] : [{ name, value }]))
  if (given.length > 1)
    throw invalidInput(given[0]!.name, `Give ${given.map(({ name }) => name).join(' or ')}, not both.`)
  return given[0]?.value
}
