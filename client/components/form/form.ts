/** Shared form functions: read the fields, submit, and focus a field. */
import type { FormEvent } from 'react'

/** The text values of a form's fields, by field name. */
const fieldTexts = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )

/** A submit handler that passes on the form's values and prevents the browser's default submission. */
export const onSubmit =
  (submit: (texts: Record<string, string>, form: HTMLFormElement) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(fieldTexts(event.currentTarget), event.currentTarget)
  }

export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
