/** Formats rows as text, with columns as wide as their longest cell. */
export function table(columns: string[], rows: string[][]): string {
  const lines = [columns, ...rows]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
