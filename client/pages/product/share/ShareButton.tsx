/**
 * Shares the product with the phone's share sheet if it has one, or else with the shop's dialog. The dialog's code
 * loads before it is opened.
 */
import { Share2 } from 'lucide-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { RoundButton } from '../../../components/Button'
import { usePrefetch } from '../../../components/usePrefetch'
import styles from './ShareButton.module.css'
import { shareByDevice } from './shareText'

const load = () => import('./ShareDialog')
const ShareDialog = lazy(async () => ({ default: (await load()).ShareDialog }))

/** A desktop browser may also have a share sheet, but it offers fewer options than the dialog. */
const hasSheet = () => 'share' in navigator && window.matchMedia('(pointer: coarse)').matches

export function ShareButton({ title, path }: { title: string; path: string }) {
  const [open, setOpen] = useState(false)
  usePrefetch(load)
  const show = () => (hasSheet() ? void shareByDevice(title, path) : startTransition(() => setOpen(true)))
  return (
    <>
      <RoundButton className={styles.share} aria-label="Share" onPointerEnter={() => void load()} onClick={show}>
        <Share2 size={20} strokeWidth={1.5} aria-hidden />
      </RoundButton>
      <Suspense>{open && <ShareDialog title={title} path={path} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
