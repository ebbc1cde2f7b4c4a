/** Downloads the invoices of a period for the accountant. */
import { useState } from 'react'
import { notify } from '../notifications'
import { saveFile } from '../saveFile'
import { UNREACHABLE } from '../sendMutation'
import { sessionToken } from '../session/session'

/** The server writes some 5,000 invoices per second. */
const MAX_WAIT_MS = 5 * 60_000
const FAILED = 'The file could not be made. Please try again.'

/** Both days are included, as YYYY-MM-DD. */
export function useDownloadInvoices() {
  const [loading, setLoading] = useState(false)
  const download = async (from: string, to: string) => {
    setLoading(true)
    try {
      const answer = await fetch(`/office/invoices.csv?${new URLSearchParams({ from, to })}`, {
        headers: { authorization: sessionToken() ?? '' },
        signal: AbortSignal.timeout(MAX_WAIT_MS),
      })
      if (answer.ok) saveFile(await answer.blob(), `invoices-${from}-to-${to}.csv`)
      else notify.error(await messageOf(answer))
    } catch (cause) {
      console.error('Could not download the invoices', cause)
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
