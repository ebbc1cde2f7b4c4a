/** The command that the operator runs next, ready to paste into a shell. */
const SAFE = /^[A-Za-z0-9_@%+=:,./-]+$/

/** As a POSIX shell reads it. */
const quoted = (text: string): string => (SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/**
 * `args` are those of this call, and `options` replace earlier ones of their name. An import follows a check or a dry run, unless the same is
 * to be done `again`.
 */
export function nextCommand(
  args: readonly string[],
  options: Readonly<Record<string, string>>,
  { again = false } = {},
): string {
  const replaced = new Set(Object.keys(options).map((name) => `--${name}`))
  const kept = args.filter(
    (arg, i) =>
      (again || (arg !== '--dry-run' && arg !== '--photos')) &&
      !replaced.has(arg.split('=', 1)[0]!) &&
      !(replaced.has(args[i - 1] ?? '') && !arg.startsWith('--')),
  )
  const all = kept.map((arg, i) => (!again && i === kept.indexOf('check') ? 'import' : arg))
  const added = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return `  npm run catalogue -- ${[...all, ...added].map(quoted).join(' ')}`
}
