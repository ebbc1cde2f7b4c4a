/** A quantity between a minus and a plus button. */
import { Minus, Plus } from 'lucide-react'
import { SHOP } from '../../../server/shared/shop'
import { BaseButton } from '../Button'
import { Value } from '../Value'
import styles from './Stepper.module.css'

interface StepperProps {
  quantity: number
  /** The number of pieces in stock. */
  available: number
  onStep: (by: 1 | -1) => void
}

export function Stepper({ quantity, available, onStep }: StepperProps) {
  return (
    <div className={styles.stepper} role="group" aria-label="Quantity">
      <BaseButton aria-label="Decrease quantity" unavailable={quantity <= 1} onClick={() => onStep(-1)}>
        <Minus size={16} aria-hidden />
      </BaseButton>
      <output>
        <Value>{quantity}</Value>
      </output>
      <BaseButton
        aria-label="Increase quantity"
        unavailable={quantity >= Math.min(available, SHOP.maximumQuantity)}
        onClick={() => onStep(1)}
      >
        <Plus size={16} aria-hidden />
      </BaseButton>
    </div>
  )
}
