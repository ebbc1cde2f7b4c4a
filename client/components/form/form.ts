/** Shared form functions: read the fields, submit, and focus a field. */
import type { FormEvent } from 'react'

/** The text values of a form's fields, by field name. */
const fieldTexts = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )

/** Forms whose last submission is not answered yet. */
const sending = new WeakSet<HTMLFormElement>()

/**
 * A submit handler that passes on the form's values and prevents the browser's default submission. `submit` returns the promise of what it
 * sends. Until the promise settles, the handler ignores further submissions of the form: a page renders its busy button later than a second
 * press of Enter.
 */
export const onSubmit =
  (submit: (texts: Record<string, string>, form: HTMLFormElement) => Promise<unknown> | void) =>
  (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (sending.has(form)) return
    const sent = submit(fieldTexts(form), form)
    if (!sent) return
    sending.add(form)
    // In a later task, because the page first renders the answer, for example the redirect after a login.
    void sent.finally(() => setTimeout(() => sending.delete(form)))
  }

/** Of several controls with the name, such as radio buttons, it focuses the first. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  const first = field instanceof RadioNodeList ? field[0] : field
  if (first instanceof HTMLElement) first.focus()
}
