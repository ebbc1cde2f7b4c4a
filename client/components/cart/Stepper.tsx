/** A quantity between a minus and a plus button. */
import { Minus, Plus } from 'lucide-react'
import { SHOP } from '../../../server/shared/shop'
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
      <button type="button" aria-label="Decrease quantity" disabled={quantity <= 1} onClick={() => onStep(-1)}>
        <Minus size={16} aria-hidden />
      </button>
      <output>{quantity}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        disabled={quantity >= Math.min(available, SHOP.maximumQuantity)}
        onClick={() => onStep(1)}
      >
        <Plus size={16} aria-hidden />
      </button>
    </div>
  )
}
