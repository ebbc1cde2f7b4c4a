/** Downloads the files of the Sales page: the invoices of a period for the accountant, and each table. */
import { useState } from 'react'
import { notify } from '../notifications'
import { saveFile } from '../saveFile'
import { UNREACHABLE } from '../sendMutation'
import { sessionToken } from '../session/session'

/** The server writes some 5,000 invoices per second. */
const MAX_WAIT_MS = 5 * 60_000
const FAILED = 'The file could not be made. Please try again.'

interface Days {
  /** The first and the last day, as YYYY-MM-DD. */
  from: string
  to: string
}

export const useDownloadInvoices = () =>
  useDownload(({ from, to }: Days) => ({
    path: `/office/invoices.csv?${new URLSearchParams({ from, to })}`,
    name: `invoices-${from}-to-${to}.csv`,
  }))

/** `table` is the name of a table in server/domain/office/sales/salesFile.ts. */
export const useDownloadSales = () =>
  useDownload(({ table, from, to }: Days & { table: string }) => ({
    path: `/office/sales.csv?${new URLSearchParams({ table, from, to })}`,
    name: `sales-${table}-${from}-to-${to}.csv`,
  }))

function useDownload<Wanted>(fileOf: (wanted: Wanted) => { path: string; name: string }) {
  const [loading, setLoading] = useState(false)
  const download = async (wanted: Wanted) => {
    const { path, name } = fileOf(wanted)
    setLoading(true)
    try {
      const answer = await fetch(path, {
        headers: { authorization: sessionToken() ?? '' },
        signal: AbortSignal.timeout(MAX_WAIT_MS),
      })
      if (answer.ok) saveFile(await answer.blob(), name)
      else notify.error(await messageOf(answer))
    } catch (cause) {
      console.error('Could not download a file', cause)
      notify.error(UNREACHABLE.message)
    }
    setLoading(false)
  }
  return [download, { loading }] as const
}

async function messageOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { errors?: string[] } | null
  return body?.errors?.[0] ?? FAILED
}
