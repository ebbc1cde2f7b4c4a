/** Opens the share dialog, which is loaded when it is about to be opened. */
import { Share2 } from 'lucide-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { Button } from '../../components/Button'
import { usePrefetch } from '../../components/usePrefetch'
import styles from './ShareButton.module.css'

const load = () => import('./ShareDialog')
const ShareDialog = lazy(async () => ({ default: (await load()).ShareDialog }))

export function ShareButton({ title }: { title: string }) {
  const [open, setOpen] = useState(false)
  usePrefetch(load)
  const show = () => startTransition(() => setOpen(true))
  return (
    <>
      <Button look="bare" className={styles.share} onPointerEnter={() => void load()} onClick={show}>
        <Share2 size={18} strokeWidth={1.5} aria-hidden />
        Share
      </Button>
      <Suspense>{open && <ShareDialog title={title} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
