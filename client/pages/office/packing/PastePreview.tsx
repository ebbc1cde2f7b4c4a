/** The dialog that shows which pasted number goes to which order, before the packing table is filled. */
import { counted } from '../../../../server/shared/sentences'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import form from '../../../components/form/FormDialog.module.css'
import { DataTable, type Column } from '../kit/DataTable'
import { Check, Choice } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import { numbersOf, shortened, type PasteChoices, type PastePlan, type PlannedRow } from './paste'
import styles from './PackingPage.module.css'

interface PastePreviewProps {
  plan: PastePlan
  choices: PasteChoices
  choose: (choices: PasteChoices) => void
  fill: () => void
  onClose: () => void
}

const ROW: Column<PlannedRow> = { name: 'Row', look: 'whole', cell: ({ at }) => at }
const GIVEN_ORDER: Column<PlannedRow> = {
  name: 'Pasted order',
  look: 'long',
  place: 'third',
  isNamed: true,
  cell: ({ givenOrder }) => <bdi className={styles.words}>{givenOrder || '–'}</bdi>,
}
const OTHERS: Column<PlannedRow>[] = [
  {
    name: 'Order',
    look: 'long',
    place: 'end',
    cell: ({ order, name }) => (
      <span>
        <span className={table.whole}>{order ?? '–'}</span>
        <span className={table.note}>
          <bdi>{name}</bdi>
        </span>
      </span>
    ),
  },
  {
    name: 'Number',
    look: 'long',
    place: 'last',
    cell: ({ given, problem, notes }) => (
      <span>
        <bdi>{given || '–'}</bdi>
        {problem !== null && <span className={styles.problem}>Not filled in: {problem}</span>}
        {notes.length > 0 && <span className={styles.doubt}>{notes.join(' ')}</span>}
      </span>
    ),
  },
]

/** These rows come first, so that staff find them among many. */
const needsLook = ({ problem, notes }: PlannedRow): boolean => problem !== null || notes.length > 0

export function PastePreview({ plan, choices, choose, fill, onClose }: PastePreviewProps) {
  const { rows, columns, column, hasOrders, headings, emptyRows } = plan
  const count = numbersOf(plan).size
  const left = rows.length - count
  return (
    <Dialog title="Check the pasted numbers" onClose={onClose}>
      <div className={form.form}>
        <p role="status">
          {count === 0 ? 'No number can be filled in.' : `${counted(count, 'number')} can be filled in.`}
          {left > 0 && ` ${counted(left, 'row')} ${left === 1 ? 'is' : 'are'} left out, with the reason.`}
        </p>
        <p className={kit.quiet}>
          {hasOrders
            ? 'Only the order number in each row decides which order gets the number.'
            : 'The rows have no order numbers, so their sequence decides. Compare the buyers with your list.'}
        </p>
        {columns.length > 1 && (
          <Choice
            label="Column with the tracking numbers"
            name="column"
            value={String(column)}
            onChange={({ target }) => choose({ ...choices, column: Number(target.value) })}
          >
            {columns.map(({ at, label }) => (
              <option key={at} value={at}>
                {label}
              </option>
            ))}
          </Choice>
        )}
        {headings.count > 0 && (
          <Check
            label={`Leave out ${counted(headings.count, 'heading row')}: ${shortened(headings.text)}`}
            checked={headings.areSkipped}
            onChange={({ target }) => choose({ ...choices, skipsHeadings: target.checked })}
          />
        )}
        {emptyRows > 0 && (
          <Check
            label={`Leave out ${counted(emptyRows, 'empty row')}`}
            checked={choices.skipsEmptyRows}
            onChange={({ target }) => choose({ ...choices, skipsEmptyRows: target.checked })}
          />
        )}
        <DataTable
          label="Pasted numbers"
          columns={hasOrders ? [ROW, GIVEN_ORDER, ...OTHERS] : [ROW, ...OTHERS]}
          rows={[...rows.filter(needsLook), ...rows.filter((row) => !needsLook(row))]}
          keyOf={({ at }) => String(at)}
          isReadOnly
        />
        <div className={form.footer}>
          <div className={form.buttons}>
            <Button look="quiet" onClick={onClose}>
              Back
            </Button>
            <Button unavailable={count === 0} onClick={fill}>
              {count === 0 ? 'Fill in' : `Fill in ${counted(count, 'number')}`}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
