/** The frame of an office page: the title of the browser tab, and a warning if the data could not be reloaded. */
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router-dom'
import { PageHead } from '../../../components/page/PageHead'
import { useIsOutOfDate } from '../../../data/office/officeQuery'
import kit from './kit.module.css'
import form from '../../../components/form/FormDialog.module.css'

export const OfficePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHead title={title} />
    {useIsOutOfDate() && <OutOfDate />}
    <div className={kit.part}>{children}</div>
  </>
)

function OutOfDate() {
  const { revalidate } = useRevalidator()
  return (
    <p role="alert" className={form.error}>
      The page could not be reloaded and may be out of date.{' '}
      <button type="button" className="text-link" onClick={() => void revalidate()}>
        Retry
      </button>
    </p>
  )
}
