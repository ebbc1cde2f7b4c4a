/** A dialog at an address of its own, as a child route of its page. */
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import form from '../../../components/form/FormDialog.module.css'

export interface DialogProps {
  onClose: () => void
}

/** The state of the history entry of a dialog that staff opened on its page. */
const OPENED_ON_PAGE = 'opened-on-page'

/** Opens a dialog of the page. The query stays, so the page's data is not loaded again. */
export function useOpenDialog(): (path: string) => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (path) => void navigate({ pathname: path, search }, { state: OPENED_ON_PAGE, preventScrollReset: true })
}

/** Leads from a dialog to the dialog of the next step. Back leads from both to the page. */
export function useNextDialog(): (path: string) => void {
  const navigate = useNavigate()
  const location = useLocation()
  return (path) =>
    void navigate(
      { pathname: `../${path}`, search: location.search },
      { state: location.state as unknown, replace: true, preventScrollReset: true },
    )
}

export function DialogRoute({ Dialog }: { Dialog: ComponentType<DialogProps> }) {
  const navigate = useNavigate()
  const location = useLocation()
  // The navigation takes a moment, in which the dialog would show the data after the change.
  const [isClosed, setClosed] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const onClose = () => {
    // A change may finish after staff have closed the dialog, for example with Back. Going back once more would leave the page.
    if (!isOpen.current) return
    isOpen.current = false
    setClosed(true)
    if (location.state === OPENED_ON_PAGE) void navigate(-1)
    else void navigate({ pathname: '..', search: location.search }, { replace: true, preventScrollReset: true })
  }
  return isClosed ? null : <Dialog onClose={onClose} />
}

/** The record whose id is in the dialog's address. */
export function useAddressed<Row extends { id: string }>(rows: readonly Row[]): Row | undefined {
  const { id } = useParams()
  return rows.find((row) => row.id === id)
}

/** Shows the page without the dialog, because the record does not allow it, or no longer does. */
export const NoDialog = () => <Navigate to={{ pathname: '..', search: useLocation().search }} replace />

/** The dialog at the address of a record that does not exist. A typed id is part of the sentence. */
export const NoSuchRecord = ({ sentence, onClose }: DialogProps & { sentence: ReactNode }) => (
  <Dialog title="Not found" onClose={onClose}>
    <div className={form.form}>
      <p>{sentence}</p>
      <div className={form.buttons}>
        <Button onClick={onClose}>Back to the list</Button>
      </div>
    </div>
  </Dialog>
)
