/** A ref that focuses its element when the element appears. Use it in a step that replaces the button that opened it. */
export const focusOn = (element: HTMLElement | null): void => element?.focus()
