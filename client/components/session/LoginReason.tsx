/** Explains why a visitor sees the login page: they wanted to add a product or open a page that needs a login. */
import { useState } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { PAGES, type Page } from '../../../server/shared/pages'
import { lastIntent } from '../../data/cart/intents'
import type { LoginState } from './returnPath'

export function LoginReason({ action }: { action: 'Log in' | 'Sign up' }) {
  const [intent] = useState(lastIntent)
  const from = (useLocation().state as LoginState | null)?.from
  const title = from && titleOf(from)
  if (intent) return <p>{`${action} to add ${intent.title} to your ${intent.list}`}</p>
  if (title === PAGES.join.title) return <p>{`${action} to accept your invitation`}</p>
  return title && <p>{`${action} to continue to ${title}`}</p>
}

/** The title of a private page. Undefined for a page that needs no login. */
const titleOf = (path: string): string | undefined => {
  const pages: Page[] = Object.values(PAGES)
  const { pathname } = new URL(path, window.location.origin)
  const found = pages.find((page) => page.visibility === 'private' && matchPath(page.path, pathname))
  return found === PAGES.office ? 'the office' : found?.title
}
