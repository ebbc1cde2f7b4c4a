/**
 * Opens the form for a question to the studio, about a product, an order or nothing. If the shop takes no questions, or without JavaScript, it
 * is a link that opens an email instead, and without an address, a link to the contact page.
 */
import { lazy, startTransition, Suspense, useState, type ComponentProps } from 'react'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { Button, ButtonLink } from '../Button'
import { usePrefetch } from '../usePrefetch'
import type { Subject } from './AskDialog'

const load = () => import('./AskDialog')
const AskDialog = lazy(async () => ({ default: (await load()).AskDialog }))

interface AskStudioProps {
  subject: Subject | null
  look?: ComponentProps<typeof Button>['look']
  children: string
}

export function AskStudio({ subject, look = 'bare', children }: AskStudioProps) {
  const { contactEmail, takesQuestions } = useShopSettings()
  const [open, setOpen] = useState(false)
  usePrefetch(load)
  const topic = subject && `?subject=${encodeURIComponent(`Question about ${subject.name}`)}`
  const link = contactEmail && `mailto:${contactEmail}${topic ?? ''}`
  if (!takesQuestions)
    return (
      <ButtonLink look={look} to={link ?? paths.help('contact')}>
        {children}
      </ButtonLink>
    )
  return (
    <>
      <Button look={look} onPointerEnter={() => void load()} onClick={() => startTransition(() => setOpen(true))}>
        {children}
      </Button>
      {link && (
        <a className="text-link without-script" href={link}>
          {children}
        </a>
      )}
      <Suspense>{open && <AskDialog subject={subject} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
