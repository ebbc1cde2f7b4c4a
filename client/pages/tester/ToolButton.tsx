/** The tester's own small button. */
import type { ComponentProps } from 'react'
import tool from './Tool.module.css'

export const ToolButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={tool.button} {...props} />
)
