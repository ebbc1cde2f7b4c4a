/** Explains why a visitor who wanted to add a product sees the login page. */
import { useState } from 'react'
import { lastIntent } from '../../data/cart/intents'

export function IntentNote({ action }: { action: 'Log in' | 'Sign up' }) {
  const [intent] = useState(lastIntent)
  return intent && <p>{`${action} to add ${intent.title} to your ${intent.list}`}</p>
}
