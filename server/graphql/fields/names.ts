/** Resolves fields whose names or values differ from those of the rows. */

type InPaise<Name extends string> = { [Key in Name as `${Key}Paise`]: (row: Record<Key, number>) => number }

/** Fields whose names end in Paise, computed from the row's amounts. */
export const inPaise = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [`${name}Paise`, (row: Record<Name, number>) => row[name]])) as InPaise<Name>

/** The enum value for a stored name. Null for a name stored by another version of the shop. */
export const keyOf = <Key extends string>(names: Record<Key, string>, name: string): Key | null =>
  (Object.keys(names) as Key[]).find((key) => names[key] === name) ?? null
