/** Shows the progress of a long operation: a bar in a terminal, otherwise one line for each tenth of the work. */

const BAR_LENGTH = 40

interface Out {
  isTTY?: boolean
  write(text: string): boolean
}

export function progressBar(out: Out): (done: number, total: number, unit: string) => void {
  let shown = ''
  let tenths = 0
  return (done, total, unit) => {
    const share = total > 0 ? Math.min(1, done / total) : 1
    if (unit !== shown) [shown, tenths] = [unit, 0]
    const figures = `${Math.floor(share * 100)} %  ${done} of ${total} ${unit}`
    if (out.isTTY) {
      const bar = '█'.repeat(Math.round(share * BAR_LENGTH)).padEnd(BAR_LENGTH, '░')
      out.write(`\r${bar} ${figures}${done >= total ? '\n' : ''}`)
    } else if (Math.floor(share * 10) > tenths) {
      tenths = Math.floor(share * 10)
      out.write(`${figures}\n`)
    }
  }
}
