/** What every form does the same way: reading its fields, submitting, and focusing a field. */
import type { FormEvent } from 'react'

/** The text of a form's fields by name. */
const fieldTexts = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )

/** Takes a form's texts instead of sending the page away. */
export const onSubmit =
  (submit: (texts: Record<string, string>, form: HTMLFormElement) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(fieldTexts(event.currentTarget), event.currentTarget)
  }

export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
