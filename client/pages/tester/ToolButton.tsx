/** The tester's small button, and the attributes of its text fields. */
import type { ComponentProps } from 'react'
import { BaseButton } from '../../components/Button'
import tool from './Tool.module.css'

/** Turns off the browser's text correction. */
export const PLAIN_TEXT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export const ToolButton = (props: ComponentProps<typeof BaseButton>) => (
  <BaseButton className={tool.button} {...props} />
)
